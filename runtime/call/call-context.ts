import type { Client } from "../client/index.js"
import type { ResultEnvelope } from "../envelope/index.js"
import type { GraphqlTransport } from "../graphql/index.js"
import type { Call, Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { RunOptions } from "./options.js"

/** The context of a call, besides its definition and input. */
export interface CallContext {
  readonly client: Client
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  readonly options: Pick<RunOptions, "trace" | "route">
  /** Restricts the call to the repositories of its client. */
  readonly held?: Pick<Call<unknown>, "stray" | "misdirected">
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
