import manifest from "../../package.json" with { type: "json" }
import type { RouteType } from "../../runtime/index.js"
import { commandOf } from "../read/index.js"
import type { Declared } from "../shape/index.js"
import {
  camelCase,
  compareText,
  identifier,
  memoize,
  pascalCase,
  stringLiteral,
} from "../text/index.js"
import {
  type Doc,
  filled,
  hardline,
  importedName,
  join,
  lines,
  print,
  printed,
  spaced,
} from "./layout.js"

/** Names that one module takes from another. */
export interface Import {
  readonly from: string
  readonly names: readonly string[]
  readonly types?: boolean
  /** Everything that the other module exports, or all of its types, under this name. */
  readonly namespace?: string
  /** The contents of a JSON file, under this name. */
  readonly json?: string
}

interface Module {
  readonly path: string
  /** The source card or document, or the folder of sources. */
  readonly source: string
  readonly imports: readonly Import[]
  readonly declarations: readonly Doc[]
}

type Emit<Plan> = (plan: Plan, packageImports: PackageImports) => [path: string, text: string]

/** Emits the module of a plan once, although several cards have the plan. */
export function memoizeModules<Plan extends object>(emit: Emit<Plan>): Emit<Plan> {
  const emitWith = memoize((packageImports: PackageImports) =>
    memoize((plan: Plan) => emit(plan, packageImports)),
  )
  return (plan, packageImports) => emitWith(packageImports)(plan)
}

const HELPERS = "runtime/module.ts"

/** A module and its text. Functions that its expressions use are imported. */
export function printModule(
  { path, source, imports, declarations }: Module,
  packageImports: PackageImports,
): [path: string, text: string] {
  const body = printed(join([hardline, hardline], declarations))
  const needed = body.needed.filter((one) => one.path !== path)
  const others = needed.map(({ name, path: of = HELPERS, types }) => {
    return { from: importPath(path, of, packageImports), names: [name], ...(types && { types }) }
  })
  const head = [
    commentDoc(moduleHead(packageImports, source)),
    ...importLines([...imports, ...others]),
  ]
  const begin = print(lines(head))
  return [path, declarations.length === 0 ? begin : `${begin}\n${body.text}`]
}

/** One import line per module; `import type` if only types are imported. */
function importLines(imports: readonly Import[]): Doc[] {
  const isOfPackage = (from: string) => !from.startsWith(".")
  const origins = [...new Set(imports.map(({ from }) => from))].sort(
    (a, b) => Number(isOfPackage(b)) - Number(isOfPackage(a)) || compareText(a, b),
  )
  return origins.flatMap((from) => {
    const own = imports.filter((one) => one.from === from)
    const whole = own.flatMap(({ namespace, json, types }) => {
      if (json !== undefined) {
        return [`import ${json} from ${stringLiteral(from)} with { type: "json" }`]
      }
      const kind = types ? "import type" : "import"
      return namespace === undefined
        ? []
        : [`${kind} * as ${namespace} from ${stringLiteral(from)}`]
    })
    const onlyTypes = own.every(({ types }) => types)
    const names = own.flatMap((one) =>
      one.names.map((name) => ({ name, text: one.types && !onlyTypes ? `type ${name}` : name })),
    )
    if (names.length === 0) return whole
    const sorted = names.sort((a, b) => compareText(a.name, b.name)).map(({ text }) => text)
    return [...whole, namesFrom(`import ${onlyTypes ? "type " : ""}`, sorted, from)]
  })
}

export function exportLine(names: readonly string[], from: string, kind?: "type"): Doc {
  return namesFrom(kind === undefined ? "export " : "export type ", names, from)
}

function namesFrom(head: string, names: readonly string[], from: string): Doc {
  return spaced([head, "{"], filled(names), `} from ${stringLiteral(from)}`, ",")
}

/** The specifier by which a generated file imports a TypeScript file of its project or of the package. */
export function importPath(from: string, to: string, packageImports: PackageImports): string {
  return packageImports(to) ?? relativePath(from, specifier(to))
}

export function relativePath(from: string, to: string): string {
  const origin = from.split("/").slice(0, -1)
  const target = to.split("/")
  let shared = 0
  while (shared < origin.length && origin[shared] === target[shared]) shared += 1
  const up = origin.length - shared
  return `${up === 0 ? "./" : "../".repeat(up)}${target.slice(shared).join("/")}`
}

export function commentDoc(comment: string): Doc {
  return join(hardline, comment.split("\n"))
}

/**
 * Maps a file to the specifier by which a module of another project imports it from the package; undefined if the
 * file is the project's own.
 */
export type PackageImports = (path: string) => string | undefined

/** Keeps all import paths: the package itself contains every imported file. */
export const NO_PACKAGE_IMPORTS: PackageImports = () => undefined

/** The package's name in a project that has installed it. */
export const PACKAGE = "ghx"

/** Names the command that generated the file and, in a project that has installed ghx, its version. */
export function generatedBy(packageImports: PackageImports): string {
  const isOfPackage = packageImports === NO_PACKAGE_IMPORTS
  const version = isOfPackage ? "" : ` of ghx ${manifest.version}`
  return `Generated by \`${commandOf(!isOfPackage)}\`${version}`
}

/**
 * A project's linters and formatters skip files with these comments; Prettier reads none. ESLint warns of a directive
 * that it has no use for, and so gets one.
 */
const MARKS = `
// @generated
/* eslint no-restricted-syntax: [1, "Program > *"] -- so that the next line has a use */
/* eslint-disable */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
// biome-ignore-all format: generated`

export function moduleHead(packageImports: PackageImports, source?: string): string {
  const from = source === undefined ? "" : ` from ${source}`
  const marks = packageImports === NO_PACKAGE_IMPORTS ? "" : MARKS
  return `// ${generatedBy(packageImports)}${from}. Do not edit.${marks}`
}

/** The imports of generated code in a project that has installed the package and has its own shapes. */
export function packageImportsOf(ownShapes: readonly string[]): PackageImports {
  return (path) => {
    const [, part] = /^runtime\/(contract|default|public)\.ts$/.exec(path) ?? []
    if (part !== undefined) return `ghx/codegen/${part}`
    if (path.startsWith("runtime/")) return "ghx/codegen"
    // Lookups of the package are recognized by their path, shapes by their name.
    if (path.startsWith("node_modules/ghx/generated/operations/lookup/"))
      return "ghx/operations/lookup"
    const [, shape] = /generated\/(?:operations\/)?shapes\/(\w+)\.ts$/.exec(path) ?? []
    return shape === undefined || ownShapes.includes(shape) ? undefined : "ghx/shapes"
  }
}

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
