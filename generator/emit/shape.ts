import type { ShapeMapping, ShapePlan } from "../plan/index.js"
import { fromJsonSchema } from "../shape/index.js"
import { pascalCase } from "../text/index.js"
import { extendShape } from "./contract.js"
import { braces, type Doc, group, ifBreak, indent, softline } from "./layout.js"
import { memoizeModules, printModule } from "./module.js"
import { argumentType, declaredType, shapeMappingName, shapePath } from "./names.js"
import { statementsOf } from "./output.js"
import { interfaceDoc, typeOrInterface } from "./type.js"

/** The module of a shape: its type, and its mapping for each route. */
export const emitShape = memoizeModules((plan: ShapePlan, packageImports) => {
  const path = shapePath(plan.name)
  const { title: _, ...schema } = plan.schema
  const declarations = [
    interfaceDoc(
      pascalCase(plan.name),
      plan.description,
      extendShape(plan.base, fromJsonSchema(schema)),
    ),
    ...plan.mappings.flatMap((one) => mapping(plan, one)),
  ]
  return printModule({ path, source: plan.card, imports: [], declarations }, packageImports)
})

function mapping({ name, fragment }: ShapePlan, one: ShapeMapping): Doc[] {
  const { route, parameter, taken, value } = one
  const shape = pascalCase(name)
  const isFragment = route === "graphql" && fragment !== undefined
  const over = argumentType(name, route)
  const type = isFragment ? declaredType({ as: "fragment", name: fragment.name }) : over
  const mapped = [
    group([
      `export function ${shapeMappingName(name, route)}(`,
      indent([softline, `${parameter}: `, type, ifBreak(",")]),
      softline,
      `): ${shape} `,
    ]),
    braces(statementsOf(parameter, value)),
  ]
  if (isFragment) return [mapped]
  return [["export ", ...typeOrInterface(over, taken)], mapped]
}
