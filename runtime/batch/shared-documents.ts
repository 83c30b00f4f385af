import type { Batcher, Client, Handler } from "../client/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { batcher, defaultConcurrency } from "./batcher.js"

/** One of several programs, such as a command, whose calls share documents. */
export interface Participant {
  /** The client for its calls. */
  readonly client: Client
  /** Reports that it makes no more calls. */
  end(): void
}

/**
 * Lets programs that run at the same time share documents, as steps of a chain do: while one of them works between
 * its calls, the calls of the others wait for it.
 *
 * @returns a function that admits a program
 */
export function sharedDocuments(client: Client): () => Participant {
  const limited = concurrencyLimit(defaultConcurrency)
  const batch = batcher(limited)
  const { http } = client
  let participants = 0
  return () => {
    const place = participants
    participants += 1
    const own = batch.join([])
    const open = new Set<Handler>()
    const joined: Batcher = {
      join(order) {
        const { settle, ...handler } = batch.join([place, ...order])
        const one: Handler = {
          ...handler,
          settle() {
            // It works on before the call settles; otherwise waiting calls would be sent without it.
            if (open.delete(one) && open.size === 0) own.resume()
            settle()
          },
        }
        open.add(one)
        own.leave()
        return one
      },
    }
    return {
      client: {
        ...client,
        batcher: joined,
        http: { send: (request, scope) => limited(() => http.send(request, scope)) },
      },
      end: () => own.settle(),
    }
  }
}
