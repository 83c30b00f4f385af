import {
  type Bounds,
  destroys,
  type Guard,
  type Intent,
  type Untrusted,
} from "../../client/index.js"
import type { Effect } from "../../definition/index.js"
import { type Failure, isObject, permanent, reasonOf } from "../../errors/index.js"
import { untilAborted } from "../../timing/index.js"
import {
  type CapabilityPattern,
  checkForm,
  type ExactPattern,
  isOfOperations,
  matches,
  summandsOf,
  type WidePattern,
} from "./pattern.js"

/** @typeParam Id - the ids of the capabilities that patterns can match */
interface GuardPatterns<Id extends string> {
  /** Ids or patterns of ids that may be called: `issue.view`, `pr.*`. By default, all may. */
  allow?: readonly CapabilityPattern<Id>[] | undefined
  /** Ids or patterns of ids that may not be called; takes precedence over `allow`. */
  deny?: readonly CapabilityPattern<Id>[] | undefined
  /** Maximum number of calls over the lifetime of the client, by id: `{ "issue.comments.create": 5, "*": 50 }`. */
  limits?: CallLimits<Id> | undefined
}

/** Options whose patterns can only match known capabilities. */
export type WithPatterns<Options extends GuardPatterns<string>, Id extends string> = Omit<
  Options,
  keyof GuardPatterns<string>
> &
  GuardPatterns<Id>

export interface GuardOptions extends GuardPatterns<string> {
  /** Refuse every capability that changes something. */
  read_only?: boolean | undefined
  /** Called before a destructive operation; only `true` lets it run. */
  confirm?: ((intent: Intent) => boolean | Promise<boolean>) | undefined
  /**
   * The only repositories that calls may touch: `me/*`, `octocat/docs`. Node ids and the targets of writes
   * are resolved first, because old names of renamed or moved repositories still work. A call that names no
   * repository, or makes one, is refused unless `allow` lists its exact id. Searches have to name repositories.
   */
  repos?: readonly string[] | undefined
  /**
   * Which documented operations without a capability may be sent, by `request`, `document` or as tasks: by default
   * those that read; `"write"` allows all, `"none"` none.
   */
  operations?: "none" | "read" | "write" | undefined
  /**
   * How to return untrusted content: titles, bodies and comments whose author is not an owner, member or
   * collaborator of the repository, or is unknown. `mark` wraps it in tags that it cannot forge, `omit`
   * replaces it with a notice.
   */
  untrusted?: Untrusted["as"] | undefined
}

export function guardOf(options: GuardOptions): Guard {
  const { read_only, allow, deny = [], confirm, repos, limits } = options
  // Copies, because a list that is emptied later must not widen the guard.
  const allowed = allow === undefined ? undefined : patternsOf("allow", allow)
  const denied = patternsOf("deny", deny)
  const named = (id: string, patterns: readonly string[]) =>
    patterns.some((pattern) => matches(pattern, id))
  const most = operationsOf(options.operations)
  const readOnly = (id: string, effect: Effect) =>
    read_only && effect !== "read"
      ? refusal("read_only", `${id} is a write, and this client is read-only`)
      : undefined

  return {
    asks: confirm !== undefined,
    operations: {
      most,
      deny: denied,
      ...(allowed && { allow: allowed }),
    },
    bounds: boundsOf(repos, limits),
    untrusted: undefined,
    names: (id) => allowed?.includes(id) ?? false,
    forbids({ id, effect }) {
      if (isOperation(id)) return readOnly(id, effect)
      if (named(id, denied)) return refusal("deny", `${id} is blocked by \`deny\` of this client`)
      if (allowed && !named(id, allowed)) {
        return refusal("allow", `${id} is not in \`allow\` of this client`)
      }
      return readOnly(id, effect)
    },
    stops(intent, signal, call, locate) {
      if (!confirm || !destroys(call, intent.input)) return undefined
      return Promise.resolve(locate()).then(
        (found) =>
          found?.failure ?? asked(confirm, { ...intent, effect: "destroy", ...found }, signal),
      )
    },
  }
}

/** Whether an id names an operation without a capability, to which its compiler applies `allow` and `deny`. */
const isOperation = (id: string) => isOfOperations(id) || id === "query" || id === "mutation"

async function asked(
  confirm: NonNullable<GuardOptions["confirm"]>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const denied = (why: string) =>
    refusal("confirm", `${intent.capability_id} was not confirmed${why}`)
  // A copy, so that exactly what was confirmed is sent.
  const ask = async () => confirm(structuredClone(intent))
  try {
    return (await (signal ? untilAborted(ask(), signal) : ask())) === true ? undefined : denied("")
  } catch (error) {
    return denied(`: ${reasonOf(error)}`)
  }
}

function operationsOf(most: unknown = "read"): "none" | "read" | "write" {
  if (most === "none" || most === "read" || most === "write") return most
  throw new TypeError(`operations takes "none", "read" or "write", not ${String(most)}`)
}

/**
 * A copy of a list of patterns. A string is rejected: spread into characters, `issue.*` would contain the pattern
 * `*`.
 */
function patternsOf(guard: "allow" | "deny", patterns: readonly string[]): string[] {
  if (!isTextList(patterns)) {
    throw new TypeError(`${guard} takes a list of ids such as ["issue.view", "pr.*"]`)
  }
  checkForm(guard, patterns)
  return [...patterns]
}

export function refusal(
  guard: keyof GuardOptions,
  message: string,
  fix = `Change \`${guard}\` of the client to allow it`,
): Failure {
  return permanent("AUTH", "not_sent", message, { guard, fix })
}

/**
 * Maximum numbers of calls, by ids or patterns of ids such as `issue.view`, `pr.*` and `*`. All calls that a pattern
 * matches are counted together, and so are those of `issue.create+pr.create`.
 */
export type CallLimits<Id extends string> = string extends Id
  ? Readonly<Record<string, number>>
  : { readonly [Name in ExactPattern<Id>]?: number } & {
      readonly [Pattern in WidePattern | `${string}+${string}`]: number
    }

/** @throws if a pattern of a repository or a limit is invalid */
export function boundsOf(
  repos: readonly string[] | undefined,
  limits: Readonly<Record<string, number>> | undefined,
): Bounds | undefined {
  // Null is no guard that was left out: it is refused.
  if (repos === undefined && limits === undefined) return undefined
  if (limits !== undefined && !isRecord(limits)) {
    throw new TypeError('limits takes an object such as { "issue.create": 5 }')
  }
  const isList = repos === undefined || isTextList(repos)
  const wrong = isList ? repos?.find((one) => !/^[\w.*-]+\/[\w.*-]+$/.test(one)) : String(repos)
  if (wrong !== undefined)
    throw new TypeError(`repos takes a list such as ["me/*", "octocat/docs"], not ${wrong}`)
  for (const [pattern, most] of Object.entries(limits ?? {})) {
    if (Number.isInteger(most) && most >= 0) continue
    throw new TypeError(`limits takes whole numbers, not ${String(most)} for ${pattern}`)
  }
  checkForm("limits", Object.keys(limits ?? {}).flatMap(summandsOf))
  // Copies: later changes of the caller's objects must not widen the bounds.
  return { repos: repos && [...repos], limits: { ...limits }, made: new Map() }
}

const isRecord = (given: unknown) => isObject(given) && !(given instanceof Map)

function isTextList(patterns: unknown): patterns is readonly string[] {
  return Array.isArray(patterns) && [...patterns].every((each) => typeof each === "string")
}
