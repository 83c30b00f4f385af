import type { RouteType } from "../../runtime/index.js"
import type { Declared } from "../shape/index.js"
import { camelCase, identifier, pascalCase } from "../text/index.js"
import { type Doc, importedName } from "./layout.js"

/** The facts from which the names of a capability are derived. */
export interface CapabilityName {
  readonly id: string
  readonly isList: boolean
  readonly isUncounted?: true
  /** The shape of its result, or of each item. */
  readonly shape?: string
}

/** The exported types of a capability's contract: its input, and its output or one item of it. */
export function contractNames({ id, isList }: CapabilityName): [input: string, result: string] {
  return [`${typeName(id)}Input`, `${typeName(id)}${isList ? "Item" : "Output"}`]
}

/** The exported types of a shape: itself, and the selection of its fragment. */
export function shapeTypes(name: string): string[] {
  return [pascalCase(name), fragmentType(name)]
}

/** `issue.labels.add` → `IssueLabelsAdd`, the prefix of its types. */
export function typeName(id: string): string {
  return pascalCase(id)
}

/** `issue.labels.add` → `issueLabelsAdd`, the name of its function. */
export function valueName(id: string): string {
  return identifier(camelCase(id))
}

/** `issue.labels.add` → `generated/issue/labels/add.ts`. */
export function capabilityPath(id: string): string {
  return `generated/${id.split(".").join("/")}.ts`
}

/** `issue.labels.add` → `generated/contracts/issue.labels.add.json`. */
export function contractPath(id: string): string {
  return `generated/contracts/${id}.json`
}

/** `issue.labels.add` → `generated/fields/issue.labels.add.json`. */
export function answerPartsPath(id: string): string {
  return `generated/fields/${id}.json`
}

/** `operations/issue/view.graphql` → `generated/operations/issue/view.ts`, of the package too. */
export function operationPath(documentPath: string): string {
  return documentPath
    .replace(/^(node_modules\/ghx\/)?operations\//, "$1generated/operations/")
    .replace(/\.graphql$/, ".ts")
}

/** The specifier of a generated or hand-written TypeScript file. */
export function specifier(path: string): string {
  return path.replace(/\.ts$/, ".js")
}

/** `issue_summary` → `generated/shapes/issue_summary.ts`. */
export function shapePath(name: string): string {
  return `generated/shapes/${name}.ts`
}

/** `issue_summary` → `IssueSummary`, imported where it is used. */
export function declaredType({ as, name }: Declared): Doc {
  if (as === "local") return name
  if (as === "page") return importedName({ name, path: "runtime/definition/index.ts", types: true })
  if (as === "shape")
    return importedName({ name: pascalCase(name), path: shapePath(name), types: true })
  if (as !== "fragment")
    return importedName({ name: argumentType(name, as), path: shapePath(name), types: true })
  const path = operationPath(`operations/shapes/${name}.graphql`)
  return importedName({ name: fragmentType(name), path, types: true })
}

/** `issueSummaryFromRest`, imported where it is used. */
export function shapeMapping(name: string, route: RouteType): Doc {
  return importedName({ name: shapeMappingName(name, route), path: shapePath(name) })
}

export function shapeMappingName(name: string, route: RouteType): string {
  return `${camelCase(name)}From${pascalCase(route)}`
}

/** `issue_summary` → `IssueSummaryFragment`, the type of the fragment's selection. */
export function fragmentType(name: string): string {
  return `${pascalCase(name)}Fragment`
}

/** `IssueSummaryOverRest`, the argument type of a shape's mapping over a route. */
export function argumentType(name: string, route: RouteType): string {
  return `${pascalCase(name)}Over${pascalCase(route)}`
}
