import type { GraphqlOperation, OperationCall, OperationParts, Range } from "../definition/index.js"
import { classifyGraphqlError, type GraphqlError } from "../errors/index.js"
import type { GraphqlAnswer } from "./answer.js"
import { parsePrefix, prefixOf } from "./prefix.js"
import { reachedFragments } from "./transport.js"

/** Several operations merged into one, and the function that splits its answer. */
export interface Merged {
  readonly operation: GraphqlOperation
  readonly variables: Record<string, unknown>
  /** The answer of each operation, in order. */
  split(answer: GraphqlAnswer): GraphqlAnswer[]
}

/** Whether an operation can share a document with others. */
export function isMergeable({ parts }: GraphqlOperation): boolean {
  return parts !== undefined
}

/**
 * Merges operations of one type into one document, in order: GitHub runs root mutation fields as they are
 * written. Names that must be unique get a prefix by concatenation alone, because the generator has marked
 * their offsets. A shared fragment appears once, under its own name.
 */
export function mergeOperations(
  type: GraphqlOperation["type"],
  items: readonly OperationCall[],
): Merged {
  const definitions: string[] = []
  const selections: string[] = []
  const fragments: string[] = []
  const variables: Record<string, unknown> = {}
  items.forEach(({ operation, variables: own }, index) => {
    const prefix = prefixOf(index)
    const pieces = piecesOf(operation)
    const declared = pieces.variables.join(prefix)
    if (declared !== "") definitions.push(declared)
    selections.push(pieces.selections.join(prefix).trim())
    for (const fragment of pieces.fragments) fragments.push(fragment.join(prefix))
    for (const [name, value] of Object.entries(own)) variables[prefix + name] = value
  })
  const head = definitions.length > 0 ? `(${definitions.join("\n")})` : ""
  const shared = reachedFragments(items.map(({ operation }) => operation))
  fragments.push(...shared.map(({ document }) => document))
  const document = [`${type} Chain${head} {`, ...selections, "}", ...fragments].join("\n")
  return {
    operation: { type, name: "Chain", document, merged: items },
    variables,
    split: (answer) => splitAnswer(answer, items),
  }
}

/** A document, split at each place where a prefix is inserted. */
interface Pieces {
  readonly variables: readonly string[]
  readonly selections: readonly string[]
  readonly fragments: readonly (readonly string[])[]
}

// Splitting takes longer than joining, and the same few operations are merged again and again.
const known = new WeakMap<GraphqlOperation, Pieces>()

function piecesOf(operation: GraphqlOperation): Pieces {
  let pieces = known.get(operation)
  if (!pieces) {
    if (!operation.parts) throw new Error(`${operation.name} cannot be merged`)
    pieces = splitDocument(operation.document, operation.parts)
    known.set(operation, pieces)
  }
  return pieces
}

function splitDocument(
  document: string,
  { variables, selections, fragments = [], names, roots }: OperationParts,
): Pieces {
  const cuts = [
    ...names.map((at) => ({ at, alias: "" })),
    ...roots.map((at) => ({ at, alias: `${nameAt(document, at)}: ` })),
  ].sort((one, other) => one.at - other.at)

  const piece = ([start, end]: Range): string[] => {
    const texts: string[] = []
    let from = start
    let alias = ""
    for (const cut of cuts) {
      if (cut.at < start || cut.at >= end) continue
      texts.push(alias + document.slice(from, cut.at))
      from = cut.at
      alias = cut.alias
    }
    texts.push(alias + document.slice(from, end))
    return texts
  }

  return {
    variables: piece(variables),
    selections: piece(selections),
    fragments: fragments.map(piece),
  }
}

function nameAt(text: string, at = 0): string {
  return /^\w*/.exec(text.slice(at, at + 256))?.[0] ?? ""
}

/** The answer that each operation would have received alone. */
function splitAnswer(answer: GraphqlAnswer, items: readonly OperationCall[]): GraphqlAnswer[] {
  if (!answer.ok) return items.map(() => answer)
  const { data } = answer
  const fields: [string, unknown][][] = items.map(() => [])
  const isData = typeof data === "object" && data !== null
  for (const [alias, value] of isData ? Object.entries(data) : []) {
    const [index = -1, name = alias] = parsePrefix(alias) ?? []
    fields[index]?.push([name, value])
  }
  const owned = answer.errors.map((error) => ({ error, owner: ownerOf(error, items.length) }))
  return items.map((item, index) => {
    const own = owned.filter(({ owner }) => owner === undefined || owner === index)
    const unprefixedError = own.length > 0 && withoutPrefix(item, prefixOf(index))
    return {
      ...answer,
      data: isData ? Object.fromEntries(fields[index] ?? []) : data,
      errors: unprefixedError ? own.map(({ error }) => unprefixedError(error)) : [],
    }
  })
}

/**
 * Whether GitHub certainly refused a merged document before it executed any of it.
 *
 * Root fields are nullable where operations are merged, so a failing one leaves an object as data. An error
 * at an alias shows that execution had started. Any error that is not a refusal may show it, too.
 */
export function wasRefused(answer: GraphqlAnswer): boolean {
  if (!answer.ok || (typeof answer.data === "object" && answer.data !== null)) return false
  return answer.errors.every(
    (error) =>
      parsePrefix(error.path?.[0]) === undefined &&
      classifyGraphqlError(error, answer.headers).outcome === "rejected",
  )
}

/**
 * The operation that an error belongs to; undefined if it belongs to all.
 *
 * Errors during execution have a path that begins with an alias. Refusals have a path into the document
 * (`["query Chain", "s0_issue"]`) or name a variable (`Variable $s0_since of type DateTime`): these, too,
 * belong to one operation.
 */
function ownerOf({ path = [], message }: GraphqlError, count: number): number | undefined {
  const [root] = path
  const alias = parsePrefix(root)
  if (alias) return alias[0] < count ? alias[0] : undefined
  const places = path.flatMap((step) => String(step).match(/(?<![^ $])s\d+_\w+$/) ?? [])
  const variables = message.match(/(?<=\$)s\d+_\w+/g) ?? []
  const owners = new Set([...places, ...variables].map((name) => parsePrefix(name)?.[0]))
  const [owner] = owners
  return owners.size === 1 && owner !== undefined && owner < count ? owner : undefined
}

/** Errors as the operation alone would have received them, without prefixes. */
function withoutPrefix(
  { operation }: OperationCall,
  prefix: string,
): (error: GraphqlError) => GraphqlError {
  // Only names in the document count: a title or a body in a message may contain the same characters.
  const { variables, selections, fragments } = piecesOf(operation)
  const names = [variables, selections, ...fragments].flatMap(([, ...texts]) =>
    texts.map((text) => nameAt(text)),
  )
  const prefixed = new RegExp(`(?<!\\w)${prefix}(?=(?:${names.join("|")})(?!\\w))`, "g")
  return (error) => {
    const message = error.message.replaceAll(prefixed, "")
    const [root, ...deeper] = error.path ?? []
    if (typeof root !== "string" || !root.startsWith(prefix)) return { ...error, message }
    return { ...error, message, path: [root.slice(prefix.length), ...deeper] }
  }
}
