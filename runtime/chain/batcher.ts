import type { BatchLimits } from "../client/index.js"
import {
  type GraphqlAnswer,
  type GraphqlRequest,
  type GraphqlTransport,
  isMergeable,
  mergeOperations,
} from "../graphql/index.js"
import { concurrencyLimit } from "./limit.js"

export interface Batcher {
  /** The transport for the handler of the step at `index`. */
  transport(index: number, inner: GraphqlTransport, limits: BatchLimits): GraphqlTransport
  /** Tells that the handler of the step at `index` has its result. */
  settle(index: number): void
}

interface Waiting {
  readonly index: number
  readonly inner: GraphqlTransport
  readonly limits: BatchLimits
  readonly request: GraphqlRequest
  resolve(answer: GraphqlAnswer): void
  reject(reason: unknown): void
}

/**
 * Collects what the handlers of a chain send. Nothing goes out while a handler still works: when
 * every one of them waits or has its result, all waiting queries go first, merged; when only
 * mutations wait, they go, merged, in step order. So look-ups and reads see what was there before
 * the chain, and a chain is one request, or two where it needs look-ups.
 */
export function batcher(handlers: number, concurrency: number): Batcher {
  const limited = concurrencyLimit(concurrency)
  const working = new Set(Array.from({ length: handlers }, (_, index) => index))
  let queries: Waiting[] = []
  let mutations: Waiting[] = []

  const rest = (index: number) => {
    working.delete(index)
    // A handler asks for all its look-ups within one turn: they are all there when the turn ends.
    if (working.size === 0) queueMicrotask(flush)
  }

  const flush = () => {
    if (working.size > 0) return
    if (queries.length > 0) {
      const batch = queries
      queries = []
      for (const { index } of batch) working.add(index)
      // A handler goes on when its last answer is there, so each answer only wakes its own.
      void sendQueries(batch, limited)
    } else if (mutations.length > 0) {
      const batch = mutations.sort((one, other) => one.index - other.index)
      mutations = []
      for (const { index } of batch) working.add(index)
      void sendMutations(batch)
    }
  }

  const join = (line: Waiting[], one: Waiting) => {
    line.push(one)
    rest(one.index)
  }

  return {
    transport: (index, inner, limits) => {
      const waitIn = (line: () => Waiting[]) => (request: GraphqlRequest) =>
        new Promise<GraphqlAnswer>((resolve, reject) =>
          join(line(), { index, inner, limits, request, resolve, reject }),
        )
      return { query: waitIn(() => queries), mutate: waitIn(() => mutations) }
    },
    settle: rest,
  }
}

/** Equal queries are sent once, and every document takes as many as its limit allows. */
async function sendQueries(
  waiting: readonly Waiting[],
  limited: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const chunks: Chunk[] = []
  for (const group of equalOnes(waiting)) {
    const open = chunks.find((chunk) => hasRoom(chunk, group, "queries"))
    if (open) open.push(group)
    else chunks.push([group])
  }
  await Promise.all(chunks.map((chunk) => limited(() => sendChunk("query", chunk))))
}

/** In order: neighbours share a document, and one document goes after the other. */
async function sendMutations(waiting: readonly Waiting[]): Promise<void> {
  const chunks: Chunk[] = []
  for (const one of waiting) {
    const last = chunks.at(-1)
    if (last && hasRoom(last, [one], "mutations")) last.push([one])
    else chunks.push([[one]])
  }
  for (const chunk of chunks) await sendChunk("mutation", chunk)
}

/** Requests that one operation of a document answers. */
type Group = readonly Waiting[]
/** What travels in one document. */
type Chunk = Group[]

function hasRoom(chunk: Chunk, [next]: Group, kind: keyof BatchLimits): boolean {
  const [[first] = []] = chunk
  return (
    first !== undefined &&
    next !== undefined &&
    first.inner === next.inner &&
    isMergeable(first.request.operation) &&
    isMergeable(next.request.operation) &&
    chunk.length < first.limits[kind]
  )
}

/** Equal requests to one GitHub, together. */
function equalOnes(waiting: readonly Waiting[]): Group[] {
  const groups = new Map<GraphqlTransport, Map<string, Waiting[]>>()
  for (const one of waiting) {
    const { operation, variables } = one.request
    const key = `${operation.document}\n${JSON.stringify(variables)}`
    const own = groups.get(one.inner) ?? new Map<string, Waiting[]>()
    groups.set(one.inner, own)
    own.set(key, [...(own.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((own) => [...own.values()])
}

async function sendChunk(type: "query" | "mutation", chunk: readonly Group[]): Promise<void> {
  const leaders = chunk.flatMap(([first]) => first ?? [])
  const [leader] = leaders
  if (!leader) return
  const send = type === "query" ? leader.inner.query : leader.inner.mutate
  try {
    if (leaders.length === 1) {
      deliver(chunk, [await send(leader.request)])
      return
    }
    const merged = mergeOperations(
      type,
      leaders.map(({ request }) => request),
    )
    const { scope } = leader.request
    const answer = await send({ operation: merged.operation, variables: merged.variables, scope })
    const answers = merged.split(answer)
    const again = chunk.filter((_, index) => isOverLimit(answers[index], type))
    deliver(chunk, answers, again)
    if (again.length === 0) return
    const middle = Math.ceil(again.length / 2)
    await sendChunk(type, again.slice(0, middle))
    await sendChunk(type, again.slice(middle))
  } catch (reason) {
    for (const { reject } of chunk.flat()) reject(reason)
  }
}

function deliver(
  chunk: readonly Group[],
  answers: readonly GraphqlAnswer[],
  except: readonly Group[] = [],
): void {
  chunk.forEach((group, index) => {
    const answer = answers[index]
    if (answer === undefined || except.includes(group)) return
    for (const { resolve } of group) resolve(answer)
  })
}

/**
 * Whether GitHub gave up on an operation because the document asked for too much. A mutation is
 * sent again only if the document was refused as a whole: what ran must not run twice.
 */
function isOverLimit(answer: GraphqlAnswer | undefined, type: "query" | "mutation"): boolean {
  if (!answer?.ok || !answer.errors.some((error) => error.type === "RESOURCE_LIMITS_EXCEEDED"))
    return false
  return type === "query" || typeof answer.data !== "object" || answer.data === null
}
