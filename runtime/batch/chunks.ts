import type { BatchLimits } from "../client/index.js"
import type { GraphqlOperation } from "../definition/index.js"
import {
  agreeOnFragments,
  type GraphqlAnswer,
  type GraphqlRequest,
  type GraphqlTransport,
  isMergeable,
  textOf,
} from "../graphql/index.js"

/** A request of a handler, waiting to be sent. */
export interface Waiting {
  /** The call that waits for the answer. */
  readonly handler: object
  readonly order: readonly number[]
  readonly inner: GraphqlTransport
  readonly limits: BatchLimits
  readonly request: GraphqlRequest
  resolve(answer: GraphqlAnswer): void
  reject(reason: unknown): void
}

/** Requests that one operation answers. */
export type Group = readonly [Waiting, ...Waiting[]]

/** The requests that share one document. */
export type Chunk = readonly Group[]

/** Puts queries into as few documents as the limits allow. Equal queries become one operation. */
export function queryChunks(waiting: readonly Waiting[]): Chunk[] {
  const chunks: Group[][] = []
  const open = new Map<GraphqlTransport, Group[]>()
  for (const group of groupEqual(waiting)) {
    const [{ inner }] = group
    const chunk = open.get(inner)
    if (chunk && hasRoom(chunk, group, "queries")) chunk.push(group)
    else {
      const next = [group]
      chunks.push(next)
      // An operation that cannot be merged is sent alone, and later operations can still join the shared document.
      if (isMergeable(group[0].request.operation)) open.set(inner, next)
    }
  }
  return chunks
}

/** Puts mutations into documents, in the given order: as many adjacent ones as the limits allow. */
export function mutationChunks(waiting: readonly Waiting[]): Chunk[] {
  const chunks: Group[][] = []
  for (const one of waiting) {
    const last = chunks.at(-1)
    if (last && hasRoom(last, [one], "mutations")) last.push([one])
    else chunks.push([[one]])
  }
  return chunks
}

function hasRoom(chunk: Chunk, [next]: Group, kind: keyof BatchLimits): boolean {
  const [first] = chunk[0] ?? []
  return (
    first !== undefined &&
    first.inner === next.inner &&
    isMergeable(first.request.operation) &&
    isMergeable(next.request.operation) &&
    chunk.reduce((sum, [one]) => sum + slotsOf(one), slotsOf(next)) <= first.limits[kind] &&
    fits(
      next.request.operation,
      chunk.map(([one]) => one.request.operation),
    )
  )
}

/** Whether the shared fragments of an operation are those of the others; nearly always, it is one of them. */
function fits(operation: GraphqlOperation, others: readonly GraphqlOperation[]): boolean {
  if (operation.fragments === undefined || others.includes(operation)) return true
  return agreeOnFragments([...others, operation])
}

/**
 * A slow mutation takes several places: 20 of them in one document would exceed the 10 seconds within which GitHub
 * answers.
 */
function slotsOf({ request }: Waiting): number {
  return request.operation.slow ? 2 : 1
}

/** Groups equal requests to the same GitHub, in the order of their first occurrences. */
function groupEqual(waiting: readonly Waiting[]): Group[] {
  const groups: [Waiting, ...Waiting[]][] = []
  const known = new Map<GraphqlTransport, Map<string, GroupsByRequest>>()
  for (const one of waiting) {
    const { operation, variables } = one.request
    // Nested maps, because a combined key would copy the text of the document, which is long, for every request.
    const own = entryOf(entryOf(known, one.inner), textOf(operation))
    const key = JSON.stringify(variables)
    const group = own.get(key)
    if (group) group.push(one)
    else {
      const first: [Waiting] = [one]
      own.set(key, first)
      groups.push(first)
    }
  }
  return groups
}

type GroupsByRequest = Map<string, [Waiting, ...Waiting[]]>

function entryOf<Key, Inner, Value>(
  maps: Map<Key, Map<Inner, Value>>,
  key: Key,
): Map<Inner, Value> {
  const map = maps.get(key) ?? new Map<Inner, Value>()
  maps.set(key, map)
  return map
}
