import type { Client } from "../client/index.js"
import type { Identified } from "../definition/index.js"
import type { LookupCache } from "../graphql/index.js"
import type { Prefetcher } from "./prefetch.js"

/** Answers to lookups that a chain already knows, from results and prefetched lookups. */
export interface Memory {
  /** Remembers the facts in a client's result. Another client may see another GitHub. */
  learn(client: Client, all: readonly Identified[]): void
  /** The known answers to a client's lookups. */
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
