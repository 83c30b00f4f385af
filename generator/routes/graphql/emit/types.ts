import { type Doc, localInterface } from "../../../emit/index.js"
import type { GraphqlPlan } from "../../../plan/index.js"
import { objectOf } from "../../../shape/index.js"

/** What the look-ups find, as an interface of the module. */
export function lookupTypes({ lookups }: GraphqlPlan): Doc[] {
  const found = lookups.map((one) => [one.key, one.shape])
  return localInterface("Lookups", "What the look-ups find.", objectOf(Object.fromEntries(found)))
}
