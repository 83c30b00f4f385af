import type { Effect } from "../definition.js"
import type { Failure } from "../errors/index.js"
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
  /** Why a capability may not be called at all; undefined where it may. */
  forbids(capability: { readonly id: string; readonly effect: Effect }): Failure | undefined
  /** Why the call may not be made; asks for confirmation where the effect calls for it. */
  stops(intent: Intent): Promise<Failure | undefined>
}

export function guardOf({ read_only, allow, deny, confirm }: GuardOptions): Guard {
  // Copies: a list that is emptied later must not open what was closed.
  const allowed = allow && [...allow]
  const denied = [...(deny ?? [])]
  for (const pattern of [...(allowed ?? []), ...denied]) checkPattern(pattern)
  const named = (id: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matches(pattern, id))

  return {
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
    async stops(intent) {
      if (intent.effect !== "destroy" || !confirm) return undefined
      try {
        if ((await confirm(intent)) === true) return undefined
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return refusal("confirm", `${intent.capability_id} was not confirmed: ${reason}`)
      }
      return refusal("confirm", `${intent.capability_id} was not confirmed`)
    },
  }
}

function checkPattern(pattern: string): void {
  if (/^[a-z0-9_.*]+$/.test(pattern)) return
  throw new TypeError(`allow and deny take ids such as "issue.view" and "pr.*", not ${pattern}`)
}

function refusal(guard: keyof GuardOptions, message: string): Failure {
  return {
    code: "AUTH",
    message,
    transient: false,
    outcome: "not_sent",
    details: { guard, fix: `Change \`${guard}\` of the client, if this is meant to be possible` },
  }
}
