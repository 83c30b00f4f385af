/**
 * Known defects of the compared tools, and guarantees that are weaker than those of ghx. A difference is only
 * accepted if its cause is present, and test/verify.test.ts shows each cause.
 */
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Verdict } from "./comparison.js"
import type { Finding } from "./verify.js"

/** A type on which the two tools disagree. */
export interface Difference {
  /** Why it is accepted, if the cause is known. */
  readonly reason: string | undefined
  readonly finding: Finding
}

export interface KnownDifference<Subject> {
  readonly reason: string
  readonly verdicts: readonly Verdict[]
  readonly applies: (subject: Subject) => boolean
}

/**
 * GraphQL Code Generator drops union members to which no fragment applies, lists more than twelve type
 * names where we exclude others, and splits equal types by name. Such pairs are compared again, with
 * `__typename` selected everywhere and then removed.
 */
export const CAUSED_BY_TYPE_NAMES: ReadonlySet<Verdict | undefined> = new Set([
  "ours has more",
  "same",
  "different",
])

/** Remaining differences; the subject is the text of a document. */
export const OPERATION_DIFFERENCES: readonly KnownDifference<string>[] = [
  {
    reason: "the plugin ignores the selection of a fragment with a directive",
    verdicts: ["ours has more", "same"],
    applies: (text) => /\.\.\.[^{}@]*@(?:include|skip)\b/.test(text),
  },
  {
    reason:
      "the plugin has a property for `@include(if: false)`, and may lack that of `@skip(if: false)`",
    verdicts: ["theirs has more"],
    applies: (text) => /@(?:include|skip)\s*\(\s*if\s*:\s*(?:true|false)\b/.test(text),
  },
  {
    reason: "the plugin lists all names for an alias of `__typename`",
    verdicts: ["ours has more", "different"],
    applies: (text) => /\w\s*:\s*__typename\b/.test(text),
  },
]

/** The subject is one side of a contract. */
export const CONTRACT_DIFFERENCES: readonly KnownDifference<JsonSchema>[] = [
  {
    reason:
      "an interface without properties accepts anything; an input without properties must not",
    verdicts: ["theirs has more"],
    applies: ({ properties = {} }) => Object.keys(properties).length === 0,
  },
  {
    reason: "the library does not express in types which properties are required together",
    verdicts: ["ours has more", "theirs has more", "same"],
    applies: ({ allOf = [] }) => allOf.some(({ oneOf }) => oneOf !== undefined),
  },
  {
    reason: "`at_least_one` is checked at run time, not by a type",
    verdicts: ["ours has more"],
    applies: ({ allOf = [] }) => allOf.some(({ anyOf }) => anyOf !== undefined),
  },
]

/** The reasons for which differences are accepted. */
export const KNOWN_REASONS: readonly string[] = [
  ...OPERATION_DIFFERENCES,
  ...CONTRACT_DIFFERENCES,
].map(({ reason }) => reason)

/** Why a difference is accepted, if its cause is known. */
export function reasonOf<Subject>(
  differences: readonly KnownDifference<Subject>[],
  subject: Subject,
  verdict: Verdict,
): string | undefined {
  return differences.find(({ verdicts, applies }) => verdicts.includes(verdict) && applies(subject))
    ?.reason
}
