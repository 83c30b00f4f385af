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
import { moduleHead, type PackageImports } from "./package-imports.js"

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
