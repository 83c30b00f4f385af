import type { Client } from "../../client/index.js"
import type { RouteType } from "../../envelope/index.js"
import type { Failure, ResponseHeaders } from "../../errors/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import type { Scope } from "../../timing/index.js"
import type { Definition } from "./definition.js"

/** One call on its way: the definition, its validated input, and what carries it. */
export interface Call<T> {
  readonly definition: Definition<T>
  readonly input: unknown
  readonly client: Client
  /** The client's transport, or the chain's over it. */
  readonly graphql: GraphqlTransport
  readonly scope: Scope
  /**
   * Why nothing may be written, asked through a transport; absent where nothing bounds the call. Who
   * writes awaits it, before anything else is sent or beside look-ups.
   */
  readonly stray?: ((transport: GraphqlTransport) => Promise<Failure | undefined>) | undefined
  /** Why a path of REST may not be asked; absent where nothing bounds the call. */
  readonly misdirected?: ((path: string) => Failure | undefined) | undefined
  /** What an earlier try wrote of which nobody knows whether it was carried out, and how that failed. */
  readonly earlier?: { readonly written: string; readonly failure: Failure } | undefined
  /** Whether a result meets the contract. */
  fits(output: T): Promise<boolean>
}

/** What one try of a route gave. */
export type Attempt<T> = { headers?: ResponseHeaders } & (
  | { ok: true; data: T; warnings?: string[] }
  /**
   * With `decided`, what it wrote because of what it had found, it may be tried again from its beginning,
   * and in no other way.
   */
  | { ok: false; failure: Failure; decided?: string }
)

/** A channel to GitHub. */
export interface Route {
  readonly type: RouteType
  /** Whether the definition can go this way at all. */
  serves(definition: Definition): boolean
  /** Why the route cannot be taken now; undefined where it can. Sends nothing, costs little. */
  preflight(client: Client): Failure | undefined | Promise<Failure | undefined>
  attempt<T>(call: Call<T>): Promise<Attempt<T>>
}
