import type { GraphqlAnswer, GraphqlTransport } from "../graphql/index.js"
import { concurrencyLimit } from "./limit.js"

interface Waiting {
  readonly index: number
  send(): void
}

export interface Rendezvous {
  /** The transport for the handler of the step at `index`. */
  transport(index: number, inner: GraphqlTransport): GraphqlTransport
  /** Tells that a handler has its result. */
  settle(): void
}

/**
 * Orders what the handlers of a chain send: queries at once, up to a limit, and mutations one after
 * the other in step order, when every handler has either its result or a mutation that waits. So
 * look-ups and reads see what was there before the chain, however its steps are mixed.
 */
export function rendezvous(handlers: number, concurrency: number): Rendezvous {
  const limited = concurrencyLimit(concurrency)
  const waiting: Waiting[] = []
  let busy = handlers

  const rest = () => {
    busy -= 1
    if (busy > 0) return
    waiting.sort((one, other) => one.index - other.index)
    const next = waiting.shift()
    if (!next) return
    busy += 1
    next.send()
  }

  return {
    transport: (index, inner) => ({
      query: (request) => limited(() => inner.query(request)),
      mutate: (request) =>
        new Promise<GraphqlAnswer>((resolve, reject) => {
          waiting.push({ index, send: () => inner.mutate(request).then(resolve, reject) })
          rest()
        }),
    }),
    settle: rest,
  }
}
