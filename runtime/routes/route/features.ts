/** What the optional features of the routes do. */
import type { Client, ClientFeature } from "../../client/index.js"
import type {
  CapabilityDefinition,
  GraphqlRoute,
  PageInfo,
  RestLookup,
  RestPoll,
  RestRequest,
  RestRoute,
} from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import type { Failure, ResponseHeaders } from "../../errors/index.js"
import type {
  Answered,
  GraphqlAnswer,
  GraphqlMutation,
  GraphqlTransport,
} from "../../graphql/index.js"
import type { HttpAnswer } from "../../http/index.js"
import type { Scope } from "../../timing/index.js"
import type { FoundValues } from "./find-all.js"

/** A route with the scopes that a classic token needs for it. */
export type Scoped = Pick<RestRoute<never, unknown>, "scopes">

export interface GraphqlLookups {
  /** The transport of a single call. Its lookups share documents, like those of a chain. */
  transport(client: Client): GraphqlTransport
  /**
   * Starts all lookups of a call at once, equal ones only once, and sends the call with what they find. If an id from
   * an earlier result no longer exists, it is looked up and the call is sent again.
   */
  around<Result extends LookupOutcome>(
    call: LookupCall,
    send: (finding: Promise<FoundValues>) => Promise<Result>,
  ): Promise<Result>
  /** The failure of a call that found no label, with those that exist. They cost a request. */
  explain<Lost extends Explainable>(failure: Lost, call: ExplainedCall): Promise<Lost>
}

/** The part of a failure that an explanation reads and changes. */
export type Explainable = Pick<Failure, "message" | "details">

/** The part of a failed call that an explanation needs. */
export interface ExplainedCall {
  readonly input: unknown
  readonly graphql: GraphqlTransport
  readonly scope: Scope
}

/** The part of a call that lookups need. */
export interface LookupCall {
  readonly route: GraphqlRoute<unknown, unknown>
  readonly definition: Pick<CapabilityDefinition<string>, "effect"> & { readonly key?: string }
  readonly input: unknown
  readonly client: Pick<Client, "lookups" | "remembered" | "identities">
  readonly graphql: GraphqlTransport
  readonly scope: Scope
}

export interface LookupOutcome {
  readonly ok: boolean
  readonly failure?: Failure
}

/** The answer with all pages of the connections that are read to their end. */
export type GraphqlAllPages = (
  route: Pick<GraphqlRoute<never, unknown>, "complete">,
  answer: Answered,
  next: (cursor: object) => Promise<GraphqlAnswer>,
) => Promise<GraphqlAnswer>

/** The connections of an answer besides the list's own. */
export interface GraphqlPages {
  /** A warning for each connection of which the answer has only a part. */
  cuts(
    route: Pick<GraphqlRoute<never, unknown>, "result" | "complete">,
    data: unknown,
  ): ResultWarning[]
}

/** Whether a search returns all that it has found. */
export interface GraphqlSearch {
  /** The warning about a last page after which GitHub has more. */
  end(answer: unknown, page: PageInfo | undefined): ResultWarning | undefined
  /** The warning about results that are counted, but left out. */
  otherKinds(data: unknown, path: string, answer: unknown): ResultWarning[]
}

/** Determines the outcome of a mutation. */
export interface GraphqlWrites {
  /** The failure to retry; undefined if the answer is final. */
  failureIn: GraphqlMutation["failureIn"]
  wasApplied(answer: Answered): boolean
  /** The worst failure, with its outcome for the write. */
  failure(worst: Failure, failures: readonly Failure[], answer: Answered): Failure
  /** The failure if only some root fields were applied; undefined if all or none were. */
  part(answer: Answered): Failure | undefined
  /** The values of `@include` and `@skip` for some variables. */
  decision(variables: object): string
  /** Whether no payload of a document has anything but nulls. */
  isNothing(answer: Pick<Answered, "data">): boolean
  /** Why an answer without an error has no result. */
  nothing(result: string, answer: Answered): Failure
}

/** Runs writes that are decided by what their lookups find. */
export interface DecidedWrites {
  /** Runs calls after those of the same client with equal lookups. */
  readonly feature: ClientFeature
  /** Attempts a call. After an unknown outcome, it sends a write again only if no lookup finds it. */
  attempt<Call extends DecidedCall, Attempt extends DecidedAttempt>(
    call: Call,
    attempt: (call: Call) => Promise<Attempt>,
    chain: WaitingCall["chain"],
  ): Promise<Attempt>
}

/** A call that may have to wait for others. */
export interface WaitingCall {
  readonly client: Pick<Client, "endpoint">
  readonly scope: Pick<Scope, "signal">
  readonly chain?: { leaveBatch(): void; joinBatch(): void } | undefined
}

export interface DecidedCall {
  readonly client: Pick<Client, "retry">
  readonly scope: Scope
  /** The text of the write that an earlier attempt sent with an unknown outcome, and its failure. */
  readonly earlier?: { readonly written: string; readonly failure: Failure } | undefined
}

export type DecidedAttempt =
  | { ok: true; data?: unknown }
  | {
      ok: false
      failure: Failure
      /** The write, if reads decided it. Such a write may only be retried from the beginning. */
      decided?: { readonly written: string; readonly isRepeatable: boolean }
      /** The write may be sent by no other route. */
      isLast?: boolean
    }

export interface RestLookups {
  /** Runs the lookups of a REST route. */
  find(
    lookups: Readonly<Record<string, RestLookup<unknown>>>,
    input: unknown,
    ask: (lookup: RestLookup<unknown>, wanted: RestRequest) => Promise<HttpAnswer>,
  ): Promise<FoundValues>
}

/** A page of a REST list. */
export interface PageRequest {
  /** Counted from 1. */
  readonly number: number
  /** Items per page. */
  readonly size: number
  /** The last page, as the page before this one said. */
  readonly last?: number | undefined
}

export interface RestPages {
  /** The problem with a cursor, and its fix. */
  cursorProblem(input: unknown): { readonly message: string; readonly fix: string } | undefined
  /** The page that a valid input requests. */
  request(input: unknown): PageRequest
  /** The `page_info` of an answer; `warn` receives the reason if there are more items than pages. */
  info(
    page: PageRequest,
    headers: ResponseHeaders,
    counted: { readonly total: number | null; readonly incomplete: boolean },
    warn: (warning: ResultWarning) => void,
  ): PageInfo
}

/**
 * The answer with all items of a list.
 *
 * @param ask - requests a page; the first has no number
 */
export type RestAllPages = (
  list: string,
  ask: (page: number | undefined) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>

/** Polls until an answer meets the condition; warns if time runs out. */
export type RestPolling = (
  poll: RestPoll<unknown>,
  once: () => Promise<HttpAnswer>,
  call: {
    readonly definition: { readonly id: string }
    readonly input: unknown
    readonly scope: Pick<Scope, "signal" | "onWait">
  },
  earlier: { readonly responses: unknown; readonly warnings: ResultWarning[] },
) => Promise<HttpAnswer>
