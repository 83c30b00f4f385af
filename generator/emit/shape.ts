import type { ShapeMapping, ShapePlan } from "../plan/index.js"
import { fromJsonSchema } from "../shape/index.js"
import { pascalCase } from "../text/index.js"
import { extendShape } from "./contract.js"
import { braces, bracketed, type Doc } from "./layout.js"
import {
  argumentType,
  declaredType,
  memoizeModules,
  printModule,
  shapeMappingName,
  shapePath,
} from "./module.js"
import { statementsOf } from "./output.js"
import { interfaceDoc, typeOrInterface } from "./type.js"

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
    bracketed(
      `export function ${shapeMappingName(name, route)}(`,
      [`${parameter}: `, type],
      `): ${shape} `,
      ",",
    ),
    braces(statementsOf(parameter, value)),
  ]
  if (isFragment) return [mapped]
  return [["export ", ...typeOrInterface(over, taken)], mapped]
}
