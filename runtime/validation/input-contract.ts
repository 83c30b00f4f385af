import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"

/** The parts of a definition that say what its input must be. */
export interface InputContract {
  readonly input: JsonSchema
  readonly graphql?: unknown
  readonly parts?: {
    nodeIds?(schema: JsonSchema, input: unknown): readonly ValidationIssue[]
    requirements?(schema: JsonSchema, input: unknown): readonly ValidationIssue[]
    readonly restPages?: {
      cursorProblem(input: unknown): { readonly message: string; readonly fix: string } | undefined
    }
  }
}
