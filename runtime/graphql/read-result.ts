import { classifyGraphqlError, type Failure } from "../errors/index.js"
import type { GraphqlAnswer } from "./answer.js"

/** An answer from GitHub. */
export type Answered = Extract<GraphqlAnswer, { ok: true }>

/** The failures of a response, the one that a caller should act on first. */
export function failuresOf({ errors, headers }: Answered): Failure[] {
  const failures = errors.map((error) => classifyGraphqlError(error, headers))
  return failures.sort((one, other) => rank(one) - rank(other))
}

/** A limit, a missing permission or an older schema explains the errors that follow from it. */
const explaining: readonly Failure["code"][] = ["RATE_LIMIT", "AUTH", "ADAPTER_UNSUPPORTED"]

function rank({ code }: Failure): number {
  const at = explaining.indexOf(code)
  return at < 0 ? explaining.length : at
}

/** One failure for a whole response: the first by rank, with the sentences of all like it. */
export function mergeFailures([first, ...rest]: readonly Failure[]): Failure | undefined {
  if (!first) return undefined
  const alike = rest.filter(({ code }) => code === first.code).map(({ message }) => message)
  const outcome = rest.some((other) => other.outcome === "unknown") ? "unknown" : first.outcome
  return { ...first, message: sentences([first.message, ...alike]), outcome }
}

/** The first few distinct messages, in one line. */
export function sentences(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  const shown = distinct.slice(0, 3).join(" ")
  return distinct.length > 3 ? `${shown} (and ${distinct.length - 3} more)` : shown
}
