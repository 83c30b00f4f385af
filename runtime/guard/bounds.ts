/** Limits which repositories a client may act on, and how often, in case its agent is manipulated. */
export interface Bounds {
  /** Patterns of repositories that the client may act on; undefined allows all. */
  readonly repos: readonly string[] | undefined
  /** Maximum numbers of calls, by patterns of ids. */
  readonly limits: CallLimits
  /** Numbers of calls made so far, by the same patterns. */
  readonly made: Map<string, number>
}

/** Maximum numbers of calls, by ids or patterns of ids such as `issue.view`, `pr.*` and `*`. */
export type CallLimits = Readonly<Record<string, number>>

/** @throws if a pattern of a repository or a limit is invalid */
export function boundsOf(
  repos: readonly string[] | undefined,
  limits: CallLimits | undefined,
): Bounds | undefined {
  if (!repos && !limits) return undefined
  if (repos && !isTexts(repos)) {
    throw new TypeError('repos takes a list such as ["me/*", "octocat/docs"]')
  }
  const wrong = repos?.find((pattern) => !/^[\w.*-]+\/[\w.*-]+$/.test(pattern))
  if (wrong !== undefined) {
    throw new TypeError(`repos takes repositories such as "octocat/docs" and "me/*", not ${wrong}`)
  }
  for (const [pattern, most] of Object.entries(limits ?? {})) {
    if (Number.isInteger(most) && most >= 0) continue
    throw new TypeError(`limits takes whole numbers, not ${String(most)} for ${pattern}`)
  }
  // Copies: later changes of the caller's objects must not widen the bounds.
  return { repos: repos && [...repos], limits: { ...limits }, made: new Map() }
}

/** The same bounds with a separate counter, for calls that are not sent. */
export function aheadOf(bounds: Bounds): Bounds {
  return { ...bounds, made: new Map(bounds.made) }
}

export function isTexts(patterns: unknown): patterns is readonly string[] {
  return Array.isArray(patterns) && [...patterns].every((each) => typeof each === "string")
}
