/** Ids and answers of lookups that later calls of a client need not ask for again. */
import type { ClientFeature } from "../../client/index.js"
import { type CacheLimits, lookupCache } from "../../graphql/index.js"
import type { Optional } from "../../input/index.js"

/**
 * Remembers node ids by number in results, 2,000 for 5 minutes by default. With `true` or limits, it also memoizes
 * lookups: 500 results for a minute by default. Any write that may have been applied clears those.
 */
export const rememberedIds = (limits?: true | Optional<CacheLimits>): ClientFeature => ({
  name: "remembered ids",
  rank: 0,
  client: () => ({
    lookups: limits ? lookupCache(limits) : undefined,
    identities: { ...Object(limits), known: new Map() },
  }),
})
