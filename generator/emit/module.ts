import manifest from "../../package.json" with { type: "json" }
import { commandOf } from "../read/index.js"
import { compareText, memoize, stringLiteral } from "../text/index.js"
import {
  type Doc,
  filled,
  group,
  hardline,
  ifBreak,
  indent,
  join,
  line,
  lines,
  print,
  printed,
} from "./layout.js"
import { specifier } from "./names.js"

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

/** A generated module: its source, its imports, and its declarations. */
interface Module {
  /** Path of the file within the project. */
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

/** Re-exports names of another module. */
export function exportLine(names: readonly string[], from: string, kind?: "type"): Doc {
  return namesFrom(kind === undefined ? "export " : "export type ", names, from)
}

function namesFrom(head: string, names: readonly string[], from: string): Doc {
  const list = [indent([line, filled(names)]), ifBreak(","), line]
  return group([head, "{", ...list, `} from ${stringLiteral(from)}`])
}

/** The specifier by which a generated file imports a TypeScript file of its project or of the package. */
export function importPath(from: string, to: string, packageImports: PackageImports): string {
  return packageImports(to) ?? relativePath(from, specifier(to))
}

/** The specifier by which one file of the project imports another. */
export function relativePath(from: string, to: string): string {
  const origin = from.split("/").slice(0, -1)
  const target = to.split("/")
  let shared = 0
  while (shared < origin.length && origin[shared] === target[shared]) shared += 1
  const up = origin.length - shared
  return `${up === 0 ? "./" : "../".repeat(up)}${target.slice(shared).join("/")}`
}

/** A doc comment as lines of a document. */
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

/** A project's linters and formatters skip files with these comments; Prettier reads none. */
const MARKS = `
// @generated
/* eslint-disable */
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
// biome-ignore-all format: generated`

/** The comments at the beginning of a module. */
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
