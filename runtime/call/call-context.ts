import type { Client } from "../client/index.js"
import type { ResultEnvelope, ResultError, RouteType } from "../envelope/index.js"
import type { GraphqlTransport } from "../graphql/index.js"
import type { Call, Definition } from "../routes/index.js"
import type { Scope, Wait } from "../timing/index.js"

/** How to run one step. */
export interface RunOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Time limit of the whole call, lookups included; the client's `timeout_ms` limits each request. */
  timeout_ms?: number | undefined
  /** Record every attempt in `meta.attempts`. */
  trace?: boolean | undefined
  /** Force this route, without fallback. */
  route?: RouteType | undefined
  /**
   * Called with the result of a call that `signal` has ended, before it rejects: `error.details.outcome` of
   * a write is `unknown` if it may have been applied, and `not_sent` if it was not sent.
   */
  onAborted?(envelope: ResultEnvelope<unknown>): void
  /**
   * Called before each pause of a capability that polls GitHub, such as `workflow.run.wait`. An exception in it
   * becomes a warning.
   */
  onWait?(wait: Wait): void
}

/** The context of a call, besides its definition and input. */
export interface CallContext {
  readonly client: Client
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  readonly options: Pick<RunOptions, "trace" | "route">
  /** Restricts the call to the repositories of its client. */
  readonly held?: Pick<Call<unknown>, "stray" | "misdirected">
  /** Counts a write with a key, once it is sent. Returns the error if that exceeds a limit of the client. */
  readonly counted?: () => ResultError | undefined
  /** The chain of which the call is a step. The number of requests of a chain is documented. */
  readonly chain?: {
    /** The chain has several steps, which share documents and are all sent over HTTP. */
    readonly several: boolean
    /** Called before the step tries a route that shares no documents. */
    leaveBatch(): void
    /** Called when the step shares documents again. */
    joinBatch(): void
  }
}

/** Executes a call whose input is valid. */
export type ExecuteCall = <T>(
  definition: Definition<T>,
  input: unknown,
  callContext: CallContext,
) => Promise<ResultEnvelope<T>>

/** A function around the calls of a client. */
export type Layer = (next: ExecuteCall) => ExecuteCall
