import type { Lookup } from "../../definition/index.js"
import { textOf } from "../../graphql/index.js"

/** The cache key of a lookup. */
export function lookupKey(operation: Lookup<unknown>["operation"], variables: object): string {
  return `${textOf(operation)}\n${JSON.stringify(variables)}`
}
