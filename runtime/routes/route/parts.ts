import type { Client } from "../../client/index.js"
import type {
  GraphqlRoute,
  JsonSchema,
  PageInfo,
  RestLookup,
  RestPoll,
  RestRequest,
} from "../../definition/index.js"
import type { ValidationIssue } from "../../envelope/index.js"
import type { Failure, ResponseHeaders } from "../../errors/index.js"
import type {
  Answered,
  GraphqlMutation,
  GraphqlTransport,
  LookupCache,
} from "../../graphql/index.js"
import type { HttpAnswer, Reader } from "../../http/index.js"
import type { PageRequest } from "../../input/index.js"
import type { Scope } from "../../timing/index.js"
import type { FoundValues } from "./found.js"

/**
 * What only some capabilities take of the runtime, by name. A generated module names what its own does,
 * so that a bundle of it has nothing of the rest.
 */
export interface Parts {
  readonly graphqlLookups?: GraphqlLookups
  readonly graphqlWrites?: GraphqlWrites
  readonly restLookups?: RestLookups
  readonly restPages?: RestPages
  readonly restPolling?: RestPolling
  readonly restTexts?: Reader
  readonly restBytes?: Reader
  readonly restPresence?: Reader
  /** Which ids in an input are those of something else than its schema asks for. */
  nodeIds?(schema: JsonSchema, input: unknown): ValidationIssue[]
  /** What an input breaks of what its schema says of several properties together. */
  requirements?(schema: JsonSchema, input: unknown): ValidationIssue[]
}

export interface GraphqlLookups {
  /** What a call that stands alone goes through: its look-ups share documents, as those of a chain do. */
  transport(client: Client): GraphqlTransport
  /** Runs all look-ups of a call at once; equal ones are sent once. */
  find<Input>(
    route: GraphqlRoute<Input, unknown>,
    input: Input,
    transport: GraphqlTransport,
    scope: Scope,
    cache?: LookupCache,
  ): Promise<FoundValues>
}

/** What tells of a mutation what became of it. */
export interface GraphqlWrites {
  /** Why it may have to be sent again; undefined where its answer is the last word. */
  failureIn: GraphqlMutation["failureIn"]
  wasApplied(answer: Answered): boolean
  /** The worst of what went wrong, as what it means for what was to be changed. */
  failure(worst: Failure, failures: readonly Failure[], answer: Answered): Failure
  /** What went wrong where only some root fields were carried out; undefined where all were, or none. */
  part(answer: Answered): Failure | undefined
  /** What `@include` and `@skip` are told by the variables. */
  decision(variables: object): string
  /** Why an answer without an error holds no result. */
  nothing(result: string, answer: Answered): Failure
}

export interface RestLookups {
  /** Runs the look-ups of a REST route. */
  find(
    lookups: Readonly<Record<string, RestLookup<unknown>>>,
    input: unknown,
    ask: (lookup: RestLookup<unknown>, wanted: RestRequest) => Promise<HttpAnswer>,
  ): Promise<FoundValues>
}

export interface RestPages {
  /** What is wrong with the cursor of an input, and what to do. */
  cursorProblem(input: unknown): { readonly message: string; readonly fix: string } | undefined
  /** The page that a valid input asks for. */
  request(input: unknown): PageRequest
  /** The `page_info` of an answer; `warn` is told why more is there than cursors lead to. */
  info(
    page: PageRequest,
    headers: ResponseHeaders,
    counted: { readonly total: number | null; readonly incomplete: boolean },
    warn: (warning: string) => void,
  ): PageInfo
}

/** Asks until an answer is what is waited for, and warns where it did not come to that in time. */
export type RestPolling = (
  poll: RestPoll<unknown>,
  once: () => Promise<HttpAnswer>,
  call: { readonly input: unknown; readonly scope: Pick<Scope, "signal"> },
  earlier: { readonly responses: unknown; readonly warnings: string[] },
) => Promise<HttpAnswer>

/** @throws where a module does not name what its routes take, which the compiler sees to */
export function partOf<Name extends keyof Parts>(
  parts: Parts | undefined,
  name: Name,
): NonNullable<Parts[Name]> {
  const part = parts?.[name]
  if (part) return part
  throw new Error(`${name} is not among the parts of the capability`)
}
