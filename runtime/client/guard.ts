/** The guards of a client, as the core asks them; `guards` of `features/` makes them of options. */
import type { Effect } from "../definition/index.js"
import { type Failure, permanent } from "../errors/index.js"

/** A destructive call to confirm. */
export interface Intent {
  readonly capability_id: string
  readonly effect: Effect
  /** The validated input, defaults included. */
  readonly input: Readonly<Record<string, unknown>>
  /** With `repos`: the repository of each target and node id, as GitHub names it now. */
  readonly repositories?: readonly string[]
}

/** Where a call would act, or why it may not act there. */
export type Whereabouts =
  | { readonly failure: Failure }
  | { readonly failure?: never; readonly repositories: readonly string[] }

/** What a call sends, as far as its input decides that. */
export interface Sendable {
  readonly effect: "read" | "write" | "destroy"
  readonly graphql?: {
    readonly operation: { readonly document: string }
    variables(input: unknown, lookups: unknown): object
  }
  readonly rest?: {
    readonly endpoints: readonly {
      readonly method: string
      readonly path: string
      request(
        input: unknown,
        responses: unknown,
        each: unknown,
      ): { readonly path?: object; readonly body?: unknown }
    }[]
  }
  readonly parts?: { isDestructive?(call: Sendable, input: unknown): boolean } | undefined
}

/** Whether a call is destructive with this input. */
export function destroys(call: Sendable, input: unknown): boolean {
  return call.effect === "destroy" || call.parts?.isDestructive?.(call, input) === true
}

/** The failure of a destructive call whose target comes from another step or a plan, if the client has no `confirm`. */
export function unconfirmed(id: string): Failure {
  const message = `${id} is destructive and the client has no \`confirm\``
  const fix = "Pass `confirm` to the client"
  return permanent("AUTH", "not_sent", message, { guard: "confirm", fix })
}

/** Limits which repositories a client may act on, and how often, in case its agent is manipulated. */
export interface Bounds {
  /** Patterns of repositories that the client may act on; undefined allows all. */
  readonly repos: readonly string[] | undefined
  /** Maximum numbers of calls, by patterns of ids. */
  readonly limits: Readonly<Record<string, number>>
  /** Numbers of calls made so far, by the same patterns. */
  readonly made: Map<string, number>
}

/** How a client returns untrusted content. */
export interface Untrusted {
  readonly as: "mark" | "omit"
  /** GitHub's original values, by the values that were returned. */
  readonly originals: WeakMap<object, unknown>
  /** The nonce of its tags, after the first tag was made. */
  nonce?: string
}

/** The guards of a client. */
export interface Guard {
  /** Whether `confirm` is called before destructive operations. */
  readonly asks: boolean
  /** The reason why a capability is blocked; undefined if it is not. */
  forbids(capability: { readonly id: string; readonly effect: Effect }): Failure | undefined
  /** Which operations without a capability may be sent. */
  readonly operations: {
    readonly allow?: readonly string[]
    readonly deny?: readonly string[]
    readonly most: "none" | "read" | "write"
  }
  /** `repos` and `limits`; undefined without them. */
  readonly bounds: Bounds | undefined
  /** Undefined if content is returned unchanged. */
  readonly untrusted: Untrusted | undefined
  /** Whether `allow` lists the exact id, not only a pattern that matches it. */
  names(id: string): boolean
  /**
   * The reason why the call is blocked; undefined if it is not. Asks for confirmation of destructive calls, for at most
   * the duration of the call, but not if `locate` finds them out of bounds.
   */
  stops(
    intent: Intent,
    signal: AbortSignal | undefined,
    call: Sendable,
    locate: () => Promise<Whereabouts> | undefined,
  ): undefined | Promise<Failure | undefined>
}

/** Guards that refuse nothing. */
export const openGuard: Guard = {
  asks: false,
  operations: { most: "read" },
  bounds: undefined,
  untrusted: undefined,
  names: () => false,
  forbids: () => undefined,
  stops: () => undefined,
}

/** The same bounds with a separate counter, for calls that are not sent. */
export function separateBounds(bounds: Bounds): Bounds {
  return { ...bounds, made: new Map(bounds.made) }
}
