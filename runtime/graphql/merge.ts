import type { GraphqlOperation, OperationParts, Range } from "../definition.js"
import type { GraphqlError } from "../errors/index.js"
import type { GraphqlAnswer } from "./transport.js"

/** An operation and its variables, as one of several in a document. */
export interface MergeItem {
  readonly operation: GraphqlOperation
  readonly variables: object
}

/** Several operations as one, and the way back from its answer to theirs. */
export interface Merged {
  readonly operation: GraphqlOperation
  readonly variables: Record<string, unknown>
  /** The answer of each operation, in order. */
  split(answer: GraphqlAnswer): GraphqlAnswer[]
}

/** Whether an operation can travel in one document with others. */
export function isMergeable({ parts }: GraphqlOperation): boolean {
  return parts !== undefined
}

/**
 * Puts operations of one type into one document, in order: GitHub runs root mutation fields in the
 * order in which they are written. Every name that must be unique gets a prefix, by concatenation
 * alone, because the generator has marked where names begin.
 */
export function mergeOperations(
  type: GraphqlOperation["type"],
  items: readonly MergeItem[],
): Merged {
  const definitions: string[] = []
  const selections: string[] = []
  const fragments: string[] = []
  const variables: Record<string, unknown> = {}
  items.forEach(({ operation, variables: own }, index) => {
    const { document, parts } = operation
    if (!parts) throw new Error(`${operation.name} cannot be merged`)
    const piece = (range: Range) => renamed(document, parts, range, prefixOf(index))
    const declared = piece(parts.variables)
    if (declared !== "") definitions.push(declared)
    selections.push(piece(parts.selections).trim())
    fragments.push(...parts.fragments.map(piece))
    for (const [name, value] of Object.entries(own)) variables[prefixOf(index) + name] = value
  })
  const head = definitions.length > 0 ? `(${definitions.join("\n")})` : ""
  const document = [`${type} Chain${head} {`, ...selections, "}", ...fragments].join("\n")
  return {
    operation: { type, name: "Chain", document },
    variables,
    split: (answer) => items.map((_, index) => answerOf(answer, index, items.length)),
  }
}

function prefixOf(index: number): string {
  return `s${index}_`
}

/** A piece of a document, with the prefix before every name that has to be unique. */
function renamed(
  document: string,
  parts: OperationParts,
  [start, end]: Range,
  prefix: string,
): string {
  const insertions = [
    ...parts.names.map((at) => ({ at, text: prefix })),
    ...parts.roots.map((at) => ({ at, text: `${prefix}${nameAt(document, at)}: ` })),
  ]
    .filter(({ at }) => at >= start && at < end)
    .sort((one, other) => one.at - other.at)
  let text = ""
  let from = start
  for (const { at, text: inserted } of insertions) {
    text += document.slice(from, at) + inserted
    from = at
  }
  return text + document.slice(from, end)
}

function nameAt(document: string, at: number): string {
  return /^\w+/.exec(document.slice(at, at + 100))?.[0] ?? ""
}

/** What one operation would have been answered alone. */
function answerOf(answer: GraphqlAnswer, index: number, count: number): GraphqlAnswer {
  if (!answer.ok) return answer
  const prefix = prefixOf(index)
  const errors = answer.errors.flatMap((error) => {
    const owner = ownerOf(error, count)
    return owner === undefined || owner === index ? [withoutPrefix(error, prefix)] : []
  })
  return { ...answer, data: dataOf(answer.data, prefix), errors }
}

function dataOf(data: unknown, prefix: string): unknown {
  if (typeof data !== "object" || data === null) return data
  const own = Object.entries(data).filter(([alias]) => alias.startsWith(prefix))
  return Object.fromEntries(own.map(([alias, value]) => [alias.slice(prefix.length), value]))
}

/** The operation that an error belongs to, by its alias; every one of them where it has none. */
function ownerOf({ path }: GraphqlError, count: number): number | undefined {
  const digits = /^s(\d+)_/.exec(String(path?.[0] ?? ""))?.[1]
  const owner = digits === undefined ? undefined : Number(digits)
  return owner !== undefined && owner < count ? owner : undefined
}

/** The error as the operation alone would have had it: nobody outside knows of prefixes. */
function withoutPrefix(error: GraphqlError, prefix: string): GraphqlError {
  const message = error.message.replaceAll(prefix, "")
  if (!error.path) return { ...error, message }
  const path = error.path.map((step, at) =>
    at === 0 && typeof step === "string" && step.startsWith(prefix)
      ? step.slice(prefix.length)
      : step,
  )
  return { ...error, message, path }
}
