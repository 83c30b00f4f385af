import type { Effect } from "../definition/index.js"
import { type Failure, lasting, reasonOf } from "../errors/index.js"
import { untilAborted } from "../timing/index.js"
import { matches } from "./pattern.js"

/** What is about to be destroyed. */
export interface Intent {
  readonly capability_id: string
  readonly effect: Effect
  /** The validated input, defaults included. */
  readonly input: unknown
}

export interface GuardOptions {
  /** Refuse everything that changes something. */
  read_only?: boolean
  /** Ids that may be called: `issue.view`, `pr.*`. Without it all may. */
  allow?: readonly string[]
  /** Ids that may not be called; stronger than `allow`. */
  deny?: readonly string[]
  /** Asked before something is destroyed for good; only `true` lets it happen. */
  confirm?: (intent: Intent) => boolean | Promise<boolean>
}

/** What a client lets through. */
export interface Guard {
  /** Whether somebody is asked before something is destroyed. */
  readonly asks: boolean
  /** Why a capability may not be called at all; undefined where it may. */
  forbids(capability: { readonly id: string; readonly effect: Effect }): Failure | undefined
  /**
   * Why the call may not be made; asks for confirmation where the effect calls for it, and waits for
   * the answer no longer than the call itself may last.
   */
  stops(intent: Intent, signal: AbortSignal | undefined): Promise<Failure | undefined>
}

export function guardOf({ read_only, allow, deny, confirm }: GuardOptions): Guard {
  // Copies: a list that is emptied later must not open what was closed.
  const allowed = allow && patternsOf("allow", allow)
  const denied = patternsOf("deny", deny ?? [])
  const named = (id: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matches(pattern, id))

  return {
    asks: confirm !== undefined,
    forbids({ id, effect }) {
      if (named(id, denied)) return refusal("deny", `${id} is denied by this client`)
      if (allowed && !named(id, allowed)) {
        return refusal("allow", `${id} is not among what this client allows`)
      }
      if (read_only && effect !== "read") {
        return refusal("read_only", `${id} changes something, and this client is read-only`)
      }
      return undefined
    },
    async stops(intent, signal) {
      if (intent.effect !== "destroy" || !confirm) return undefined
      // A copy: what was confirmed is what will be carried out.
      const ask = async () => confirm({ ...intent, input: structuredClone(intent.input) })
      try {
        if ((await (signal ? untilAborted(ask(), signal) : ask())) === true) return undefined
      } catch (error) {
        const message = `${intent.capability_id} was not confirmed: ${reasonOf(error)}`
        return refusal("confirm", message)
      }
      return refusal("confirm", `${intent.capability_id} was not confirmed`)
    },
  }
}

/** A copy of a list of patterns. A text is no list: spread out, `issue.*` would hold a star. */
function patternsOf(guard: "allow" | "deny", patterns: readonly string[]): string[] {
  if (!Array.isArray(patterns) || !patterns.every((each) => typeof each === "string")) {
    throw new TypeError(`${guard} takes a list of ids such as ["issue.view", "pr.*"]`)
  }
  const wrong = patterns.find((pattern) => !/^[a-z0-9_.*]+$/.test(pattern))
  if (wrong === undefined) return [...patterns]
  throw new TypeError(`${guard} takes ids such as "issue.view" and "pr.*", not ${wrong}`)
}

function refusal(guard: keyof GuardOptions, message: string): Failure {
  const fix = `Change \`${guard}\` of the client, if this is meant to be possible`
  return lasting("AUTH", "not_sent", message, { guard, fix })
}
