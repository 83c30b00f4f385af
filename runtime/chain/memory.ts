import type { Client } from "../client/index.js"
import type { Identified } from "../definition/index.js"
import type { LookupCache } from "../graphql/index.js"
import type { Prefetcher } from "./prefetch.js"

/** What a chain knows that look-ups would ask for: of results, and of look-ups that were sent ahead. */
export interface Memory {
  /** Remembers what a result of a client tells; others may see another GitHub. */
  learn(client: Client, all: readonly Identified[]): void
  /** What look-ups of a client need not ask for, this among it. */
  lookups(client: Client, prefetched: Prefetcher | undefined): LookupCache
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
    lookups: (client, prefetched) => ({
      async open() {
        const inner = await client.lookups?.open()
        return {
          get: (text) => prefetched?.found(client, text) ?? inner?.get(text),
          identified: (lookup, variables) => known.get(client)?.get(key(lookup, variables)),
          set: (text, data) => inner?.set(text, data),
        }
      },
      forget: () => client.lookups?.forget(),
    }),
  }
}
