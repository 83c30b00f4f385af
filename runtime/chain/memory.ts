import type { Client } from "../client/index.js"
import type { Identified } from "../definition/index.js"
import type { Remembered } from "../graphql/index.js"
import { openLookups } from "../routes/index.js"
import type { Prefetcher } from "./prefetch.js"

/** The answers to lookups that a chain knows from results and prefetched lookups. */
export interface Memory {
  /** Remembers the facts in a result, for its client only: another client may see another GitHub. */
  learn(client: Client, all: readonly Identified[]): void
  /** Gives access to the known answers to a client's lookups. */
  open(client: Client, prefetched: Prefetcher | undefined): () => Promise<Remembered>
}

export function createMemory(): Memory {
  const known = new Map<Client, Map<string, object>>()
  const key = (lookup: string, variables: object) => `${lookup}\n${JSON.stringify(variables)}`
  return {
    learn(client, all) {
      const own = known.get(client) ?? new Map<string, object>()
      known.set(client, own)
      for (const { lookup, variables, data } of all) own.set(key(lookup, variables), data)
    },
    open: (client, prefetched) => async () => {
      const inner = client.lookups && (await openLookups(client.lookups))
      return {
        get: (text) => prefetched?.found(client, text) ?? inner?.get(text),
        identified: (lookup, variables) => known.get(client)?.get(key(lookup, variables)),
        set: (text, data) => void inner?.set(text, data),
      }
    },
  }
}
