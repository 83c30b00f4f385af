import type { ShapeMapping, ShapePlan } from "../plan/index.js"
import { fromJsonSchema, type Shape } from "../shape/index.js"
import { docComment, memoize, pascalCase } from "../text/index.js"
import { extendShape } from "./contract.js"
import { interfaceDoc } from "./interface.js"
import { type Doc, group, hardline, ifBreak, indent, lines, softline } from "./layout.js"
import { printModule } from "./module.js"
import { argumentType, declaredType, shapeMappingName, shapePath } from "./names.js"
import { statementsOf } from "./output.js"
import type { PackageImports } from "./package-imports.js"
import type { RouteEmitter } from "./route.js"
import { typeOrInterface } from "./type.js"

/** The module of a shape: its type, and its mapping for each route. */
export function emitShape(
  plan: ShapePlan,
  packageImports: PackageImports,
  routes: readonly RouteEmitter[],
): [path: string, text: string] {
  return shapesWith(packageImports)(routes)(plan)
}

const shapesWith = memoize((packageImports: PackageImports) =>
  memoize((routes: readonly RouteEmitter[]) =>
    memoize((plan: ShapePlan) => shapeModule(plan, packageImports, routes)),
  ),
)

function shapeModule(
  plan: ShapePlan,
  packageImports: PackageImports,
  routes: readonly RouteEmitter[],
): [path: string, text: string] {
  const path = shapePath(plan.name)
  const { title: _, ...schema } = plan.schema
  const declarations = [
    interfaceDoc(
      pascalCase(plan.name),
      plan.description,
      extendShape(plan.base, fromJsonSchema(schema)),
    ),
    ...plan.mappings.flatMap((one) => mapping(plan, one, routes)),
  ]
  return [path, printModule({ path, source: plan.card, imports: [], declarations }, packageImports)]
}

function mapping(
  { name, fragment }: ShapePlan,
  one: ShapeMapping,
  routes: readonly RouteEmitter[],
): Doc[] {
  const { route, parameter, taken, value } = one
  const shape = pascalCase(name)
  const isFragment = route === "graphql" && fragment !== undefined
  const over = argumentType(name, route)
  const answerer = routes.find(({ type }) => type === route)?.answerer ?? route
  const type = isFragment ? declaredType({ as: "fragment", name: fragment.name }) : over
  const mapped = [
    docComment([`${shape}, as ${answerer} has it.`]),
    hardline,
    group([
      `export function ${shapeMappingName(name, route)}(`,
      indent([softline, `${parameter}: `, type, ifBreak(",")]),
      softline,
      `): ${shape} {`,
    ]),
    indent([hardline, lines(statementsOf(parameter, value))]),
    hardline,
    "}",
  ]
  if (isFragment) return [mapped]
  const comment = `The fields of a response over ${answerer} that are read.`
  return [typeDoc(over, comment, taken), mapped]
}

function typeDoc(name: string, comment: string, shape: Shape): Doc {
  return [docComment([comment]), hardline, "export ", ...typeOrInterface(name, shape)]
}
