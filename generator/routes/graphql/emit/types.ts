import { type Doc, localInterface } from "../../../emit/index.js"
import type { GraphqlPlan } from "../../../plan/index.js"
import { objectOf } from "../../../shape/index.js"

/** The interface of a module's lookup results. */
export function lookupTypes({ lookups }: GraphqlPlan): Doc[] {
  const found = lookups.map((one) => [one.key, one.shape])
  return localInterface("Lookups", objectOf(Object.fromEntries(found)))
}
