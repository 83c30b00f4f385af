import type { Identified } from "../definition/index.js"
import type { CacheLimits } from "./lookup-cache.js"

/** Node ids from a client's results, which spare lookups of its later calls. */
export interface Identities extends Partial<CacheLimits> {
  /** Replaced after a write that may give a number or a repository's name to something else. */
  known: Map<string, { readonly data: object; readonly at: number }>
}

export function remember({ known, max = 2_000 }: Identities, all: readonly Identified[]): void {
  const at = performance.now()
  for (const { lookup, variables, data } of all) {
    const key = keyOf(lookup, variables)
    known.delete(key)
    known.set(key, { data, at })
  }
  for (const key of known.keys()) {
    if (known.size <= max) break
    known.delete(key)
  }
}

/** The answer to a lookup by number. A name, such as a label's, can be given to something else. */
export function recall(
  { known, ttl_ms = 300_000 }: Identities,
  lookup: string,
  variables: object,
): object | undefined {
  if (!Object.values(variables).some((value) => typeof value === "number")) return undefined
  const one = known.get(keyOf(lookup, variables))
  return one && performance.now() - one.at < ttl_ms ? one.data : undefined
}

/** Drops an answer that turned out to be wrong. */
export function unlearn({ known }: Identities, lookup: string, variables: object): void {
  known.delete(keyOf(lookup, variables))
}

const keyOf = (lookup: string, variables: object) => `${lookup} ${JSON.stringify(variables)}`
