import type { Client } from "../../client/index.js"
import type { ResultWarning, RouteType } from "../../envelope/index.js"
import type { Failure, ResponseHeaders } from "../../errors/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import type { Http } from "../../http/index.js"
import type { Scope } from "../../timing/index.js"
import type { Definition } from "./definition.js"
import type { DecidedAttempt, DecidedCall } from "./features.js"

/** A call in execution: its definition, validated input and context. */
export interface Call<T> extends Pick<DecidedCall, "earlier"> {
  readonly definition: Definition<T>
  readonly input: unknown
  readonly client: Client
  /** The client's transport, or the chain's transport on top of it. */
  readonly graphql: GraphqlTransport
  /** Sends its other requests. */
  readonly send: Http["send"]
  readonly scope: Scope
  /**
   * Checks through a transport whether a write stays in bounds; absent without bounds. Before a write sends anything
   * except lookups, it awaits this check.
   */
  readonly stray?: ((transport: GraphqlTransport) => Promise<Failure | undefined>) | undefined
  /** Returns the failure if a REST path is outside of the client's bounds; absent without bounds. */
  readonly misdirected?: ((path: string) => Failure | undefined) | undefined
  /** Whether a result meets the contract. */
  fits(output: T): boolean
}

/** The result of one attempt over a route. */
export type Attempt<T> = { headers?: ResponseHeaders } & (
  | { ok: true; data: T; warnings?: ResultWarning[]; bytes?: Uint8Array }
  | Extract<DecidedAttempt, { ok: false }>
)

/** A channel to GitHub. */
export interface Route {
  readonly type: RouteType
  /** Whether the definition has this route. */
  serves(definition: Definition): boolean
  /** The reason why the route cannot be used now; undefined if it can. Sends nothing. */
  preflight(client: Client): Failure | undefined | Promise<Failure | undefined>
  attempt<T>(call: Call<T>): Attempt<T> | Promise<Attempt<T>>
}
