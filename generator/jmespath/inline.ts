/** Named expressions, and their calls in others. */
import type { Note, Problem } from "../diagnostics/index.js"
import type { Origin, Path } from "./path.js"
import type { TextSpan } from "./positions.js"
import { readsOf } from "./reads.js"
import { mapNodes, type PathNode } from "./tree.js"

export interface NamedExpression {
  readonly parameters: readonly string[]
  /** Reads only its parameters, as variables, and calls no named expression. */
  readonly body: PathNode
}

/** The named expressions that can be called, and the problems of calls that cannot be inlined. */
export interface Callable {
  readonly known: ReadonlyMap<string, NamedExpression>
  /** The location of a named expression's definition. */
  noteOf(name: string): Note | undefined
  argumentCount(name: string, wanted: readonly string[], found: number): Problem
  /** `subject` is the expression before the dot, if it is a path. */
  afterDot(name: string, subject: string): Problem
  /** Undefined if the name does not refer to a named expression. */
  unknown(name: string): Problem | undefined
}

/** A call that cannot be inlined. */
interface CallProblem {
  readonly problem: Problem
  readonly at: TextSpan
}

/** The parsed expression, with calls of named expressions replaced by their bodies. */
export function inlineCalls(
  path: Path,
  callable: Callable,
): { readonly path: Path; readonly problems: readonly CallProblem[] } {
  const { root } = path
  if (root === undefined || !path.text.includes("(")) return { path, problems: [] }
  const problems: CallProblem[] = []
  const origins = new Map<PathNode, Origin>()
  const report = (problem: Problem, call: PathNode, length?: number) => {
    const at = path.originOf(call)?.written?.at ?? { start: 0, end: path.text.length }
    problems.push({ problem, at: length ? { start: at.start, end: at.start + length } : at })
  }
  const inline = (node: PathNode): PathNode => {
    const made = mapNodes(node, inline)
    const origin = path.originOf(node)
    if (made !== node && origin) origins.set(made, origin)
    if (made.type !== "Function") return made
    const { name, children } = made
    const expression = callable.known.get(name)
    if (expression === undefined) {
      const problem = callable.unknown(name)
      if (problem) report(problem, node, name.length)
      return made
    }
    const { parameters } = expression
    if (children.length !== parameters.length)
      report(callable.argumentCount(name, parameters, children.length), node)
    const before = path.text.slice(0, origin?.written?.at.start).trimEnd()
    if (before.endsWith(".")) {
      const [, subject = ""] = /([\w$.@]+)\.$/.exec(before) ?? []
      report(callable.afterDot(name, subject), node)
    }
    const note = () => callable.noteOf(name)
    return applied(expression, children, (part) => origins.set(part, { ...origin, note }))
  }
  const inlined = inline(root)
  if (inlined === root) return { path, problems }
  return { path: path.withRoot(inlined, (part) => origins.get(part)), problems }
}

export function callsIn(path: Path): string[] {
  const names: string[] = []
  const visit = (node: PathNode): PathNode => {
    if (node.type === "Function") names.push(node.name)
    return mapNodes(node, visit)
  }
  if (path.root !== undefined) visit(path.root)
  return names
}

/** Substitutes arguments for parameters, or binds them where substitution would change their meaning. */
function applied(
  { parameters, body }: NamedExpression,
  values: readonly PathNode[],
  derive: (part: PathNode) => void,
): PathNode {
  const given = new Map(parameters.map((one, index) => [one, values[index] ?? NOTHING]))
  const isReplaced = readsOf(body).isFlat && [...given.values()].every(isPlain)
  const copy = (node: PathNode): PathNode => {
    const value = isReplaced && node.type === "Variable" ? given.get(node.name) : undefined
    if (value !== undefined) return value
    const made = mapNodes(node, copy)
    // `@.number` is `number`.
    if (made.type === "Subexpression" && made.left.type === "Current") return made.right
    const own = made === node ? { ...made } : made
    derive(own)
    return own
  }
  const made = copy(body)
  if (isReplaced) return made
  const bindings = [...given].map(([variable, reference]) => {
    return { type: "Binding", variable, reference } as const
  })
  const bound: PathNode = { type: "LetExpression", bindings, expression: made }
  derive(bound)
  return bound
}

const NOTHING: PathNode = { type: "Literal", value: null }

/** Whether a node can replace a parameter anywhere: a path of names, or a literal. */
function isPlain(node: PathNode): boolean {
  switch (node.type) {
    case "Current":
    case "Field":
    case "Variable":
    case "Literal":
      return true
    case "Subexpression":
      return node.right.type === "Field" && isPlain(node.left)
    default:
      return false
  }
}
