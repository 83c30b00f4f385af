import type { Identified } from "../definition/index.js"
import type { CacheLimits } from "./lookup-cache.js"

/** Node ids by number, from a client's results, which spare lookups of its later calls. */
export interface Identities {
  /** Opens it for the result of one call, before the call sends anything. */
  learner(): (all: readonly Identified[]) => void
  /** The known answer to a lookup. */
  find(lookup: string, variables: object): object | undefined
  /** Drops an answer that turned out to be wrong. */
  drop(lookup: string, variables: object): void
  /** Drops everything, including what results still in flight contain. */
  forget(): void
}

/** GitHub never assigns a number again, so the time only limits how long a reused repository name misleads. */
const defaults: CacheLimits = { max: 2_000, ttl_ms: 300_000 }

export function createIdentities(limits: Partial<CacheLimits>): Identities {
  const { max, ttl_ms } = { ...defaults, ...limits }
  const keyOf = (lookup: string, variables: object) => `${lookup} ${JSON.stringify(variables)}`
  let known = new Map<string, { readonly data: object; readonly until: number }>()
  return {
    learner() {
      const opened = known
      return (all) => {
        // A result from before a write may name what the write has replaced.
        if (opened !== known) return
        const until = performance.now() + ttl_ms
        for (const { lookup, variables, data } of all) {
          // A name, such as a label's, can be given to something else.
          if (!Object.values(variables).some((value) => typeof value === "number")) continue
          const key = keyOf(lookup, variables)
          known.delete(key)
          known.set(key, { data, until })
        }
        for (const key of known.keys()) {
          if (known.size <= max) break
          known.delete(key)
        }
      }
    },
    find(lookup, variables) {
      const one = known.get(keyOf(lookup, variables))
      return one && one.until > performance.now() ? one.data : undefined
    },
    drop: (lookup, variables) => void known.delete(keyOf(lookup, variables)),
    forget() {
      known = new Map()
    },
  }
}
