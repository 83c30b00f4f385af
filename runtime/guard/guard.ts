import type { Effect } from "../definition/index.js"
import { type Failure, lasting, reasonOf } from "../errors/index.js"
import { type Bounds, boundsOf, type CallLimits, isTexts } from "./bounds.js"
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
  /**
   * Repositories that may be acted on: `me/*`, `octocat/docs`. What a write would really reach is asked
   * before: whose a node id is, and where a repository is now that was renamed or moved. A call that names
   * no repository is refused, unless `allow` has its very id.
   */
  repos?: readonly string[]
  /** Most calls in the life of the client, by id: `{ "issue.comments.create": 5, "*": 50 }`. */
  limits?: CallLimits
  /**
   * How texts are given that nobody vouches for: titles, bodies and comments whose author is neither owner
   * nor member nor collaborator of their repository, or of whose author GitHub does not tell it. `mark` puts
   * them between tags that they cannot forge, `omit` says in their place that they were left out.
   */
  untrusted?: Untrusted["as"]
}

/** How a client gives texts of strangers. */
export interface Untrusted {
  readonly as: "mark" | "omit"
  /** By what was given, what GitHub had answered. */
  readonly originals: WeakMap<object, unknown>
  /** What makes its tags its own, once it has made some. */
  nonce?: string
}

/** What a client lets through. */
export interface Guard {
  /** Whether somebody is asked before something is destroyed. */
  readonly asks: boolean
  /** Why a capability may not be called at all; undefined where it may. */
  forbids(capability: { readonly id: string; readonly effect: Effect }): Failure | undefined
  /** What is held to `repos` and `limits`; undefined where there are none. */
  readonly bounds: Bounds | undefined
  /** Undefined where texts are given as they are. */
  readonly untrusted: Untrusted | undefined
  /** Whether `allow` has a very id, and not only a pattern that it fits. */
  names(id: string): boolean
  /**
   * Why the call may not be made; asks for confirmation where the effect calls for it, and waits for
   * the answer no longer than the call itself may last.
   */
  stops(intent: Intent, signal: AbortSignal | undefined): Promise<Failure | undefined>
}

export function guardOf(options: GuardOptions): Guard {
  const { read_only, allow, deny, confirm, repos, limits } = options
  // Copies: a list that is emptied later must not open what was closed.
  const allowed = allow && patternsOf("allow", allow)
  const denied = patternsOf("deny", deny ?? [])
  const named = (id: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matches(pattern, id))

  return {
    asks: confirm !== undefined,
    bounds: boundsOf(repos, limits),
    untrusted: untrustedOf(options.untrusted),
    names: (id) => allowed?.includes(id) ?? false,
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
      const why = await import("./asked.js").then(
        ({ unconfirmed }) => unconfirmed(confirm, intent, signal),
        (error: unknown) => `: ${reasonOf(error)}`,
      )
      return why === undefined
        ? undefined
        : refusal("confirm", `${intent.capability_id} was not confirmed${why}`)
    },
  }
}

function untrustedOf(as: unknown): Untrusted | undefined {
  if (as === undefined) return undefined
  if (as === "mark" || as === "omit") return { as, originals: new WeakMap() }
  throw new TypeError(`untrusted takes "mark" or "omit", not ${String(as)}`)
}

/** A copy of a list of patterns. A text is no list: spread out, `issue.*` would hold a star. */
function patternsOf(guard: "allow" | "deny", patterns: readonly string[]): string[] {
  if (!isTexts(patterns)) {
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
