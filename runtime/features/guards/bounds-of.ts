import type { Bounds } from "../../client/index.js"
import { checkForm, type ExactPattern, type WidePattern } from "./pattern.js"

/** Maximum numbers of calls, by ids or patterns of ids such as `issue.view`, `pr.*` and `*`. */
export type CallLimits<Id extends string> = string extends Id
  ? Readonly<Record<string, number>>
  : { readonly [Name in ExactPattern<Id>]?: number } & {
      readonly [Pattern in WidePattern]: number
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
  if (repos !== undefined && !isTextList(repos)) {
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
  checkForm("limits", Object.keys(limits ?? {}))
  // Copies: later changes of the caller's objects must not widen the bounds.
  return { repos: repos && [...repos], limits: { ...limits }, made: new Map() }
}

const isRecord = (given: unknown) =>
  typeof given === "object" && given !== null && !Array.isArray(given) && !(given instanceof Map)

export function isTextList(patterns: unknown): patterns is readonly string[] {
  return Array.isArray(patterns) && [...patterns].every((each) => typeof each === "string")
}
