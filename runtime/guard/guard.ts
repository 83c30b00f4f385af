import type { Effect } from "../definition/index.js"
import { type Failure, permanent, reasonOf } from "../errors/index.js"
import { type Bounds, boundsOf, type CallLimits, isTextList } from "./bounds.js"
import { matches } from "./pattern.js"

/** A destructive call to confirm. */
export interface Intent {
  readonly capability_id: string
  readonly effect: Effect
  /** The validated input, defaults included. */
  readonly input: unknown
}

export interface GuardOptions {
  /** Refuse every capability that changes something. */
  read_only?: boolean
  /** Ids or patterns of ids that may be called: `issue.view`, `pr.*`. By default, all may. */
  allow?: readonly string[]
  /** Ids or patterns of ids that may not be called; takes precedence over `allow`. */
  deny?: readonly string[]
  /** Called before a destructive operation; only `true` lets it run. */
  confirm?: (intent: Intent) => boolean | Promise<boolean>
  /**
   * The only repositories that calls may touch: `me/*`, `octocat/docs`. Node ids and the targets of writes
   * are resolved first, because old names of renamed or moved repositories still work. A call that names no
   * repository is refused, unless `allow` lists its exact id.
   */
  repos?: readonly string[]
  /** Maximum number of calls over the lifetime of the client, by id: `{ "issue.comments.create": 5, "*": 50 }`. */
  limits?: CallLimits
  /**
   * Which documented operations without a capability may be sent, by `request`, `document` or as tasks: by default
   * those that read; `"write"` allows all, `"none"` none.
   */
  operations?: "none" | "read" | "write"
  /**
   * How to return untrusted content: titles, bodies and comments whose author is not an owner, member or
   * collaborator of the repository, or is unknown. `mark` wraps it in tags that it cannot forge, `omit`
   * replaces it with a notice.
   */
  untrusted?: Untrusted["as"]
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
  readonly operations: Pick<GuardOptions, "allow" | "deny"> & {
    readonly most: "none" | "read" | "write"
  }
  /** `repos` and `limits`; undefined without them. */
  readonly bounds: Bounds | undefined
  /** Undefined if content is returned unchanged. */
  readonly untrusted: Untrusted | undefined
  /** Whether `allow` lists the exact id, not only a pattern that matches it. */
  names(id: string): boolean
  /**
   * The reason why the call is blocked; undefined if it is not. Asks for confirmation of destructive operations, for
   * at most the duration of the call.
   */
  stops(intent: Intent, signal: AbortSignal | undefined): undefined | Promise<Failure | undefined>
}

export function guardOf(options: GuardOptions): Guard {
  const { read_only, allow, deny, confirm, repos, limits } = options
  // Copies, because a list that is emptied later must not widen the guard.
  const allowed = allow && patternsOf("allow", allow)
  const denied = patternsOf("deny", deny ?? [])
  const named = (id: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matches(pattern, id))

  return {
    asks: confirm !== undefined,
    operations: {
      most: options.operations ?? "read",
      deny: denied,
      ...(allowed && { allow: allowed }),
    },
    bounds: boundsOf(repos, limits),
    untrusted: untrustedOf(options.untrusted),
    names: (id) => allowed?.includes(id) ?? false,
    forbids({ id, effect }) {
      if (named(id, denied)) return refusal("deny", `${id} is blocked by \`deny\` of this client`)
      if (allowed && !named(id, allowed)) {
        return refusal("allow", `${id} is not in \`allow\` of this client`)
      }
      if (read_only && effect !== "read") {
        return refusal("read_only", `${id} is a write, and this client is read-only`)
      }
      return undefined
    },
    stops: (intent, signal) =>
      intent.effect === "destroy" && confirm ? asked(confirm, intent, signal) : undefined,
  }
}

async function asked(
  confirm: NonNullable<GuardOptions["confirm"]>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const why = await import("./confirmation.js").then(
    ({ confirmationProblem }) => confirmationProblem(confirm, intent, signal),
    (error: unknown) => `: ${reasonOf(error)}`,
  )
  if (why === undefined) return undefined
  return refusal("confirm", `${intent.capability_id} was not confirmed${why}`)
}

function untrustedOf(as: unknown): Untrusted | undefined {
  if (as === undefined) return undefined
  if (as === "mark" || as === "omit") return { as, originals: new WeakMap() }
  throw new TypeError(`untrusted takes "mark" or "omit", not ${String(as)}`)
}

/**
 * A copy of a list of patterns. A string is rejected: spread into characters, `issue.*` would contain the pattern
 * `*`.
 */
function patternsOf(guard: "allow" | "deny", patterns: readonly string[]): string[] {
  if (!isTextList(patterns)) {
    throw new TypeError(`${guard} takes a list of ids such as ["issue.view", "pr.*"]`)
  }
  const wrong = patterns.find(
    (pattern) => !/^(?:[a-z0-9_.*]+|(?:[A-Z]+|query|mutation) \S+)$/.test(pattern),
  )
  if (wrong === undefined) return [...patterns]
  throw new TypeError(`${guard} takes ids such as "issue.view" and "pr.*", not ${wrong}`)
}

function refusal(guard: keyof GuardOptions, message: string): Failure {
  const fix = `Change \`${guard}\` of the client to allow it`
  return permanent("AUTH", "not_sent", message, { guard, fix })
}
