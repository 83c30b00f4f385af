import type { Value } from "../path/index.js"

/** What a look-up makes of an answer. */
export interface LookupResult {
  readonly found: Value
  /** Where the list goes on of which it finds one. */
  readonly pageInfo?: Value
}
