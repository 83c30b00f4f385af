import type { Path } from "./path.js"
import { childrenOf, type PathNode } from "./tree.js"

export interface NamesRead {
  /** Fields of the value that it is applied to. */
  readonly current: ReadonlySet<string>
  /** Whether it reads the whole value that it is applied to. */
  readonly whole: boolean
  /** Paths into variables, with all their prefixes: `$lookups`, `$lookups.issue`, `$lookups.issue.url`. */
  readonly paths: readonly string[]
}

/** The names that an expression reads, as far as it can be parsed. */
export function namesRead({ root }: Path): NamesRead {
  const current = new Set<string>()
  const paths = new Set<string>()
  let whole = false
  visit(root, (node, { atTop }) => {
    const path = variablePath(node)
    if (path !== undefined) paths.add(path)
    if (node.type === "Field" && atTop) current.add(node.name)
    whole ||= node.type === "Current" && atTop
  })
  return { current, whole, paths: [...paths] }
}

/** The inputs that an expression reads as `$input.NAME`. */
export function inputsNamed(path: Path): string[] {
  return namesRead(path).paths.flatMap((one) => /^\$input\.(\w+)$/.exec(one)?.[1] ?? [])
}

/** `$input.labels`, for an expression that begins with a variable and continues with fields. */
function variablePath(node: PathNode): string | undefined {
  if (node.type === "Variable") return `$${node.name}`
  if (node.type !== "Subexpression" || node.right.type !== "Field") return undefined
  const left = variablePath(node.left)
  return left === undefined ? undefined : `${left}.${node.right.name}`
}

/** The values that a function body reads besides its parameters. */
interface BodyRead {
  /** Variables that it does not bind itself. */
  readonly variables: ReadonlySet<string>
  /** Whether it reads the current value. */
  readonly current: boolean
  readonly isFlat: boolean
}

export function readsOf(body: PathNode): BodyRead {
  const variables = new Set<string>()
  let isFlat = true
  visit(body, (node, { atTop, bound }) => {
    if (node.type === "LetExpression") isFlat = false
    if (node.type !== "Variable" || bound.has(node.name)) return
    variables.add(node.name)
    isFlat &&= atTop
  })
  return { variables, current: readsOfCurrent(body) > 0, isFlat }
}

/** How often evaluating the expression reads the value that it is applied to. */
export function readsOfCurrent(root: PathNode): number {
  let reads = 0
  visit(root, ({ type }, { atTop }) => {
    if (atTop && READS_CURRENT.includes(type)) reads += 1
  })
  return reads
}

const READS_CURRENT: readonly PathNode["type"][] = [
  "Field",
  "Current",
  "Identity",
  "Index",
  "Slice",
]

/** Nodes whose first part is applied to the current value, and the others to the result of the first. */
const CHAINS: readonly PathNode["type"][] = [
  "Subexpression",
  "IndexExpression",
  "Projection",
  "ValueProjection",
  "FilterProjection",
  "Pipe",
]

interface Context {
  /** Whether the node is applied to the value that the whole expression is applied to. */
  readonly atTop: boolean
  /** The variables that the expression itself binds there. */
  readonly bound: ReadonlySet<string>
}

function visit(
  node: PathNode | undefined,
  use: (node: PathNode, context: Context) => void,
  context: Context = { atTop: true, bound: new Set() },
): void {
  if (node === undefined) return
  use(node, context)
  const names = node.type === "LetExpression" ? node.bindings.map(({ variable }) => variable) : []
  for (const [index, part] of childrenOf(node).entries()) {
    const isApplied = CHAINS.includes(node.type) ? index === 0 : node.type !== "ExpressionReference"
    const isScope = names.length > 0 && index === names.length
    visit(part, use, {
      atTop: context.atTop && isApplied,
      bound: isScope ? new Set([...context.bound, ...names]) : context.bound,
    })
  }
}
