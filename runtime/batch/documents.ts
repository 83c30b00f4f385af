import type { BatchLimits, DocumentSizes } from "../client/index.js"
import type { GraphqlOperation } from "../definition/index.js"
import { classifyGraphqlError, type GraphqlError, serverFailed } from "../errors/index.js"
import {
  type Answered,
  agreeOnFragments,
  failureInMutation,
  type GraphqlAnswer,
  type GraphqlRequest,
  type GraphqlTransport,
  mergeOperations,
  textOf,
  wasApplied,
  wasRefused,
} from "../graphql/index.js"
import { monotonicNow, type Scope } from "../timing/index.js"
import { grow, isAffordable, isGivenUp, shrink, surelyAnswered } from "./sizes.js"

/** A request of a handler, waiting to be sent. */
export interface Waiting {
  /** The call that waits for the answer. */
  readonly handler: object
  readonly order: readonly number[]
  readonly inner: GraphqlTransport
  readonly sizes: DocumentSizes
  readonly request: GraphqlRequest
  resolve(answer: GraphqlAnswer): void
  reject(reason: unknown): void
}

/** Requests that one operation answers. */
type Group = readonly [Waiting, ...Waiting[]]

/** The requests that share one document. */
type Chunk = readonly Group[]

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
      if (group[0].request.operation.parts) open.set(inner, next)
    }
  }
  return chunks
}

/**
 * Puts mutations into documents, in the given order: as many adjacent ones as the limits allow. Each document is made
 * when it is sent, because the answers to those before it change the limits.
 */
export function* mutationChunks(waiting: readonly Waiting[]): Generator<Chunk, undefined> {
  let chunk: Group[] = []
  for (const one of waiting) {
    if (chunk.length > 0 && !hasRoom(chunk, [one], "mutations")) {
      yield chunk
      chunk = []
    }
    chunk.push([one])
  }
  if (chunk.length > 0) yield chunk
}

function hasRoom(chunk: Chunk, [next]: Group, kind: keyof BatchLimits): boolean {
  const [first] = chunk[0] ?? []
  const requests = chunk.map(([one]) => one.request)
  return (
    first !== undefined &&
    first.inner === next.inner &&
    first.request.operation.parts !== undefined &&
    next.request.operation.parts !== undefined &&
    slotsIn(chunk) + slotsOf(next) <= first.sizes[kind].now &&
    (kind === "mutations" || isAffordable(requests, next.request)) &&
    fits(next.request.operation, requests)
  )
}

/** Whether the shared fragments of an operation are those of the others; nearly always, it is one of them. */
function fits(operation: GraphqlOperation, others: readonly GraphqlRequest[]): boolean {
  if (operation.fragments === undefined || others.some((one) => one.operation === operation))
    return true
  return agreeOnFragments([...others.map((one) => one.operation), operation])
}

/** A slow mutation takes two places: 20 of them in one document would exceed GitHub's ten seconds. */
function slotsOf({ request }: Waiting): number {
  return request.operation.slow ? 2 : 1
}

function slotsIn(chunk: Chunk): number {
  return chunk.reduce((sum, [one]) => sum + slotsOf(one), 0)
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

type Type = "query" | "mutation"
type Refusal = Extract<GraphqlAnswer, { ok: false }>

/** GitHub's error types for a document that exceeds a limit, during execution and before it. */
const overLimit = new Set(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED"])

/**
 * Sends chunks one after the other. Operations that GitHub did not answer because of others in the same
 * document are sent again, before the following chunks.
 */
export async function sendInOrder(type: Type, chunks: Iterator<Chunk, undefined>): Promise<void> {
  const again: Chunk[] = []
  const limits = new Map<GraphqlTransport, Refusal>()
  const next = () => again.shift() ?? chunks.next().value
  for (let chunk = next(); chunk; chunk = next()) {
    const [group] = chunk
    if (!group) continue
    const [{ inner }] = group
    const limit = limits.get(inner)
    // GitHub blocks clients that continue to send during a rate limit. A later mutation that succeeded would also
    // overtake the refused ones when they are retried.
    if (limit) deliver(chunk, () => limit)
    else {
      const sent = await sendChunk(type, chunk)
      again.unshift(...sent.again)
      if (sent.limit) limits.set(inner, sent.limit)
    }
  }
}

interface ChunkResult {
  /** Chunks to send again. */
  readonly again: readonly Chunk[]
  /** The rate limit that refused the document. Chunks not yet sent get it as their answer. */
  readonly limit?: Refusal | undefined
}

async function sendChunk(type: Type, chunk: Chunk): Promise<ChunkResult> {
  const leaders = chunk.map(([first]) => first)
  const [leader] = leaders
  if (!leader) return { again: [] }
  const { query, mutate } = leader.inner
  const send = (request: GraphqlRequest) =>
    type === "query" ? query(request) : mutate({ ...request, failureIn: failureInMutation })
  try {
    const scope = sharedScope(
      chunk.flat().map(({ request }) => request),
      leader.request,
    )
    if (leaders.length === 1) {
      const answer = await send({ ...leader.request, scope })
      deliver(chunk, () => finalAnswer(type, answer, answer))
      return { again: [], limit: rateLimitOf(answer) }
    }
    const requests = leaders.map(({ request }) => request)
    const { operation, variables, split } = mergeOperations(type, requests)
    const repeatable = requests.every((request) => request.repeatable === true)
    const begun = monotonicNow()
    const merged = requests.length
    const { lost } = leader.request
    const sent = { operation, variables, scope, repeatable, merged, ...(lost && { lost }) }
    const answer = await send(sent)
    learn(type, chunk, answer, monotonicNow() - begun)
    if (type === "query" && chunk.length > surelyAnswered && isGivenUp(answer))
      return { again: piecesOf(chunk, surelyAnswered) }
    const isTooMuch = isCutOff(answer)
    const failure =
      type === "mutation" && (isTooMuch || !repeatable) ? lostAnswer(answer, merged) : undefined
    const repeated = failure ? repeatableIn(chunk) : []
    if (failure && repeated.length > 0) {
      deliver(
        chunk.filter((group) => !repeated.includes(group)),
        () => failure,
      )
      const size = isTooMuch ? Math.ceil(repeated.length / 2) : leader.sizes.mutations.now
      const again = repeated.map((group) => afterLost(group, failure))
      return { again: piecesOf(again, size) }
    }
    const answers = new Map(split(answer).map((own, index) => [chunk[index], own]))
    const again = chunk.filter((group) => mustResend(type, answer, answers.get(group)))
    deliver(
      chunk.filter((group) => !again.includes(group)),
      (group) => finalAnswer(type, answer, answers.get(group) ?? answer),
    )
    return { again: regroup(chunk, again, answer), limit: rateLimitOf(answer) }
  } catch (reason) {
    for (const { reject } of chunk.flat()) reject(reason)
    return { again: [] }
  }
}

function learn(type: Type, chunk: Chunk, answer: GraphqlAnswer, ms: number): void {
  const size = chunk[0]?.[0].sizes[type === "query" ? "queries" : "mutations"]
  if (!size) return
  if (isGivenUp(answer) || isCutOff(answer)) shrink(size, slotsIn(chunk))
  else if (answer.ok && answer.data) grow(size, slotsIn(chunk), ms)
}

/** The scope of a merged document: every step in it is notified of waits and retries. */
function sharedScope(requests: readonly GraphqlRequest[], { scope }: GraphqlRequest): Scope {
  if (!scope.retried && !scope.waits) return scope
  const scopes = new Set(requests.map((request) => request.scope))
  return {
    ...scope,
    retried(retry) {
      for (const each of scopes) each.retried?.(retry)
    },
    waits(...wait) {
      for (const each of scopes) each.waits?.(...wait)
    },
  }
}

function deliver(chunk: Chunk, answerOf: (group: Group) => GraphqlAnswer): void {
  for (const group of chunk) {
    const answer = answerOf(group)
    for (const { resolve } of group) resolve(answer)
  }
}

/** The failure of a document of which nothing is known to be applied, and everything may be. */
function lostAnswer(answer: GraphqlAnswer, merged: number): Refusal | undefined {
  if (answer.ok && (answer.data ?? null) !== null) return undefined
  const failure = answer.ok ? failureInMutation(answer, merged) : answer.failure
  const isAnswered = !failure?.transient && !isCutOff(answer)
  if (isAnswered || failure?.outcome !== "unknown") return undefined
  return { ok: false, failure, headers: answer.headers }
}

/**
 * The mutations that can be sent again although others of their document cannot. One that stands before a deletion or a
 * change of state could undo it; a slow one creates something, which leaves the others as they are.
 */
function repeatableIn(chunk: Chunk): Chunk {
  const last = chunk.findLastIndex(
    ([{ request }]) => !request.repeatable && !request.operation.slow,
  )
  return chunk.filter(([{ request }], at) => request.repeatable && at > last)
}

function afterLost([first, ...others]: Group, lost: Refusal): Group {
  return [{ ...first, request: { ...first.request, lost } }, ...others]
}

/** Queries can always be sent again, mutations only if GitHub executed none of the document. */
function mustResend(type: Type, answer: GraphqlAnswer, own: GraphqlAnswer | undefined): boolean {
  if (type === "mutation" && !wasRefused(answer)) return false
  return (
    answer.ok && own?.ok === true && (own.errors.some(isOverLimit) || isUnanswered(answer, own))
  )
}

/**
 * Splits a document that was too expensive for GitHub into halves. Where GitHub refused it because of some
 * operations, the others go again in one document, without these.
 */
function regroup(chunk: Chunk, again: Chunk, answer: GraphqlAnswer): Chunk[] {
  if (again.length < chunk.length && !isCutOff(answer)) return again.length > 0 ? [again] : []
  return piecesOf(again, Math.ceil(again.length / 2))
}

function piecesOf(chunk: Chunk, length: number): Chunk[] {
  const starts = Array.from(
    { length: Math.ceil(chunk.length / length) || 0 },
    (_, at) => at * length,
  )
  return starts.map((start) => chunk.slice(start, start + length))
}

function finalAnswer(type: Type, answer: GraphqlAnswer, own: GraphqlAnswer): GraphqlAnswer {
  if (type === "query" || !answer.ok || !own.ok || wasRefused(answer)) return own
  if (wasApplied(own.data, own.errors)) return own
  // GitHub stopped somewhere in the document, and only the objects show where.
  const { headers } = own
  const limit = own.errors.find(isOverLimit)
  if (limit) {
    const failure = classifyGraphqlError(limit, headers)
    return { ok: false, failure: { ...failure, outcome: "unknown" }, headers }
  }
  if (!isUnanswered(answer, own)) return own
  const message = "GitHub's response has no result for this step"
  return { ok: false, failure: serverFailed(message, headers), headers }
}

/** Whether an operation has neither data nor an error, although its document was answered. */
function isUnanswered(answer: Answered, { data, errors }: Answered): boolean {
  if (errors.length > 0) return false
  const roots = typeof data === "object" && data !== null ? Object.values(data) : []
  // A null without an error means that the object does not exist, unless GitHub stopped half-way.
  return roots.every((root) => root === null && isCutOff(answer))
}

function isCutOff(answer: GraphqlAnswer): boolean {
  return answer.ok && answer.errors.some(isOverLimit)
}

function isOverLimit({ type }: GraphqlError): boolean {
  return type !== undefined && overLimit.has(type)
}

function rateLimitOf(answer: GraphqlAnswer): Refusal | undefined {
  const { headers } = answer
  const failures = answer.ok
    ? answer.errors.map((error) => classifyGraphqlError(error, headers))
    : [answer.failure]
  const failure = failures.find(({ code }) => code === "RATE_LIMIT")
  if (failure === undefined) return undefined
  return { ok: false, failure: { ...failure, outcome: "not_sent" }, headers }
}
