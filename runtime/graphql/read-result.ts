import { classifyGraphqlError, type Failure } from "../errors/index.js"
import type { GraphqlAnswer } from "./answer.js"

/** An answer from GitHub. */
export type Answered = Extract<GraphqlAnswer, { ok: true }>

/** The failures of a response, the one that a caller should act on first. */
export function failuresOf({ errors, headers }: Answered): Failure[] {
  const failures = errors.map((error) => classifyGraphqlError(error, headers))
  return failures.sort((one, other) => rank(one) - rank(other))
}

/** A rate limit, a missing permission or an older schema explains the other errors. */
const explaining: readonly Failure["code"][] = ["RATE_LIMIT", "AUTH", "ADAPTER_UNSUPPORTED"]

function rank({ code }: Failure): number {
  const at = explaining.indexOf(code)
  return at < 0 ? explaining.length : at
}

/** Combines the failures of a response: the first by rank, with the messages of all with the same code. */
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
