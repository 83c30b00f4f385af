import type { BatchLimits } from "../client/index.js"
import type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "../graphql/index.js"
import type { ConcurrencyLimit } from "../timing/index.js"
import { mutationChunks, queryChunks, type Waiting } from "./chunks.js"
import { sendInOrder } from "./send.js"

export interface Batcher {
  /** The transport for the handler of the step at `index`. */
  transport(index: number, inner: GraphqlTransport, limits: BatchLimits): GraphqlTransport
  /** Tells that the handler of the step at `index` has its result. */
  settle(index: number): void
}

/**
 * Collects what the handlers of a chain send. Nothing goes out while a handler still works: when
 * every one of them waits or has its result, all waiting queries go first, merged; when only
 * mutations wait, they go, merged, in step order. So look-ups and reads see what was there before
 * the chain, and a chain is one request, or two where it needs look-ups.
 */
export function batcher(handlers: number, limited: ConcurrencyLimit): Batcher {
  const working = new Set(Array.from({ length: handlers }, (_, index) => index))
  let queries: Waiting[] = []
  let mutations: Waiting[] = []

  const rest = (index: number) => {
    working.delete(index)
    // A handler asks for all its look-ups within one turn, so they are all there when the turn ends;
    // one that asked later would cost another document, and nothing else.
    if (working.size === 0) queueMicrotask(flush)
  }

  const flush = () => {
    if (working.size > 0) return
    if (queries.length > 0) {
      const batch = queries
      queries = []
      for (const { index } of batch) working.add(index)
      for (const chunk of queryChunks(batch)) void limited(() => sendInOrder("query", [chunk]))
    } else if (mutations.length > 0) {
      const batch = mutations.sort((one, other) => one.index - other.index)
      mutations = []
      for (const { index } of batch) working.add(index)
      void sendInOrder("mutation", mutationChunks(batch))
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
