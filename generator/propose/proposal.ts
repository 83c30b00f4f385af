import type { Effect, JsonSchema } from "../../runtime/definition/index.js"

/** What a new card and its document hold. */
export interface Proposal {
  readonly description: string
  readonly effect: Effect
  readonly input: JsonSchema
  readonly output_schema: JsonSchema
  readonly operationName: string
  readonly document: string
  readonly variables: Readonly<Record<string, string>>
  readonly output: Readonly<Record<string, string>>
  readonly result?: string
  readonly pagination?: { connection: string }
}

/** Why no card can be derived, and what to do instead. */
export class ProposalError extends Error {}
