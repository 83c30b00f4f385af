import type { Client } from "../client/index.js"
import type { ResultEnvelope } from "../envelope/index.js"
import type { GraphqlTransport } from "../graphql/index.js"
import type { Call, Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import type { RunOptions } from "./options.js"

/** What carries a call out. */
export interface CallContext {
  readonly client: Client
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  readonly options: Pick<RunOptions, "trace" | "route">
  /** What holds it to the repositories of its client. */
  readonly held?: Pick<Call<unknown>, "stray" | "misdirected">
  /** The chain whose step it is: a chain promises how many requests it sends. */
  readonly chain?: {
    /** Its steps share documents, and all of them travel over HTTP. */
    readonly several: boolean
    /** Told before a route is tried that shares no documents. */
    leaveBatch(): void
    /** Told when it shares them again. */
    joinBatch(): void
  }
}

/** Carries out a call whose input is valid, and says what came of it. */
export type ExecuteCall = <T>(
  definition: Definition<T>,
  input: unknown,
  callContext: CallContext,
) => Promise<ResultEnvelope<T>>

/** What a client has put around its calls. */
export type Layer = (next: ExecuteCall) => ExecuteCall
