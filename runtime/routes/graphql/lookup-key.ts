import type { Lookup } from "../../definition/index.js"
import { textOf } from "../../graphql/index.js"

/** What tells one look-up from another. */
export function lookupKey(operation: Lookup<unknown>["operation"], variables: object): string {
  return `${textOf(operation)}\n${JSON.stringify(variables)}`
}
