/** Bounds for a client whose agent may be manipulated: which repositories, and how often. */
export interface Bounds {
  /** Patterns of repositories that may be acted on; all may where there are none. */
  readonly repos: readonly string[] | undefined
  /** How many calls may be made, by patterns of ids. */
  readonly limits: CallLimits
  /** How many were made, by the same patterns. */
  readonly made: Map<string, number>
}

/** How many calls of what may be made: by ids such as `issue.view`, `pr.*` and `*`. */
export type CallLimits = Readonly<Record<string, number>>

/** @throws where a pattern of a repository or a limit is none */
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

/** The same bounds with a separate count, for calls that are not sent yet. */
export function aheadOf(bounds: Bounds): Bounds {
  return { ...bounds, made: new Map(bounds.made) }
}

export function isTexts(patterns: unknown): patterns is readonly string[] {
  return Array.isArray(patterns) && [...patterns].every((each) => typeof each === "string")
}
