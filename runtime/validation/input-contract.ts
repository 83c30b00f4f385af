import type { JsonSchema, RestRoute } from "../definition/index.js"

/** The parts of a definition that say what its input must be. */
export interface InputContract {
  readonly input: JsonSchema
  readonly graphql?: unknown
  readonly rest?: Pick<RestRoute<never, unknown>, "endpoints">
}
