import type { Batcher, BatchLimits, Handler } from "../client/index.js"
import type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "../graphql/index.js"
import type { ConcurrencyLimit } from "../timing/index.js"
import { mutationChunks, queryChunks, sendInOrder, type Waiting } from "./documents.js"

/** Requests at the same time, of a chain or of programs that share documents. */
export const defaultConcurrency = 10

/**
 * Collects what the handlers of a chain send. While a handler works, nothing is sent. As soon as every handler waits
 * or has its result, all waiting queries are sent, merged. If only mutations wait, they are sent, merged, in order.
 * So lookups and reads see the state before the mutations, and handlers that join when others have their results form
 * the next level.
 */
export function batcher(limited: ConcurrencyLimit): Batcher {
  const working = new Set<object>()
  let queries: Waiting[] = []
  let mutations: Waiting[] = []

  const rest = (handler: object) => {
    working.delete(handler)
    // A handler starts all its lookups within one turn, so they are all queued when the turn ends. A
    // lookup that starts later costs another document, nothing else.
    if (working.size === 0) queueMicrotask(flush)
  }

  const flush = () => {
    if (working.size > 0) return
    if (queries.length > 0) {
      const batch = queries
      queries = []
      for (const { handler } of batch) working.add(handler)
      for (const chunk of queryChunks(batch)) void limited(() => sendInOrder("query", [chunk]))
    } else if (mutations.length > 0) {
      const batch = mutations.sort((one, other) => compare(one.order, other.order))
      mutations = []
      for (const { handler } of batch) working.add(handler)
      void sendInOrder("mutation", mutationChunks(batch))
    }
  }

  return {
    join(order) {
      const waitIn = (line: () => Waiting[], inner: GraphqlTransport, limits: BatchLimits) => {
        return (request: GraphqlRequest) =>
          new Promise<GraphqlAnswer>((resolve, reject) => {
            line().push({ handler, order, inner, limits, request, resolve, reject })
            rest(handler)
          })
      }
      const handler: Handler = {
        transport: (inner, limits) => ({
          query: waitIn(() => queries, inner, limits),
          mutate: waitIn(() => mutations, inner, limits),
        }),
        settle: () => rest(handler),
        leave: () => rest(handler),
        resume: () => void working.add(handler),
      }
      working.add(handler)
      return handler
    },
  }
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((part, at) => part !== other[at])
  return (one[index] ?? 0) - (other[index] ?? 0)
}
