import type { Identified } from "../definition/index.js"
import { monotonicNow } from "../timing/index.js"
import type { CacheLimits } from "./lookup-cache.js"

/** Node ids from a client's results, which spare lookups of its later calls. */
export interface Identities extends Partial<CacheLimits> {
  /** Replaced after a write that may give a number or the name of a repository to another object. */
  known: Map<string, { readonly data: object; readonly at: number }>
}

export function remember(
  { known, max = 2_000 }: Identities,
  all: readonly Identified[] = [],
): void {
  const at = monotonicNow()
  for (const { lookup, variables, data } of all) {
    const key = identityKey(lookup, variables)
    known.delete(key)
    known.set(key, { data, at })
    if (known.size > max) known.delete(known.keys().next().value ?? key)
  }
}

export const identityKey = (lookup: string, variables: object) =>
  `${lookup} ${JSON.stringify(variables)}`
