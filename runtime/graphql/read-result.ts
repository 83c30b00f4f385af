import { classifyGraphqlError, type Failure, type GraphqlError } from "../errors/index.js"
import type { GraphqlAnswer } from "./answer.js"
import { unprefixed } from "./prefix.js"

type Answered = Extract<GraphqlAnswer, { ok: true }>

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

/**
 * Why a mutation failed of which nothing was carried out for sure; `unknown` where GitHub had begun
 * with the document and leaves something in it unsaid.
 */
export function mutationFailure(answer: Answered, merged = 1): Failure | undefined {
  const failure = mergeFailures(failuresOf(answer))
  return failure && leavesUnsaid(answer, merged) ? { ...failure, outcome: "unknown" } : failure
}

/** Whether a root field is null or missing, and no error is about it. */
export function leavesUnsaid({ data, errors }: Answered, merged = 1): boolean {
  const said = new Set(errors.map(({ path }) => path?.[0]))
  if (said.has(undefined)) return false
  if (isObject(data) && Object.keys(data).some((root) => !said.has(root))) return true
  const begun = new Set([...said].flatMap((root) => unprefixed(root)?.[0] ?? []))
  return begun.size > 0 && begun.size < merged
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}

/** Distinct sentences in one line; more than a few help nobody. */
export function sentences(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  const shown = distinct.slice(0, 3).join(" ")
  return distinct.length > 3 ? `${shown} (and ${distinct.length - 3} more)` : shown
}

/**
 * Whether GitHub carried out the mutation although it reports errors.
 *
 * A root field with a value has run. One that is null has run too if its error lies deeper: then
 * null has only spread up from a field of the payload.
 */
export function wasApplied(data: unknown, errors: readonly GraphqlError[]): boolean {
  // Without data the document was refused as a whole; such errors have long paths of another kind.
  if (!isObject(data)) return false
  if (Object.values(data).some((root) => root !== null)) return true
  return errors.some(
    ({ path: [root = "", ...deeper] = [] }) => deeper.length > 0 && Object.hasOwn(data, root),
  )
}
