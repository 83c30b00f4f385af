import type { Failure, GraphqlError } from "../errors/index.js"
import { parsePrefix } from "./prefix.js"
import { type Answered, failuresOf, mergeFailures } from "./read-result.js"

/** The failure to retry for a mutation; undefined if the answer is final. */
export function failureInMutation(answer: Answered, merged = 1): Failure | undefined {
  return wasApplied(answer.data, answer.errors) ? undefined : mutationFailure(answer, merged)
}

/**
 * The failure of a mutation that is not known to be applied; `unknown` if GitHub started the
 * document and the response leaves the outcome of a part open.
 */
function mutationFailure(answer: Answered, merged: number): Failure | undefined {
  const failure = mergeFailures(failuresOf(answer))
  return failure && hasUnknownResult(answer, merged) ? { ...failure, outcome: "unknown" } : failure
}

/** Whether a root field is null or missing without an error about it. */
export function hasUnknownResult({ data, errors }: Answered, merged = 1): boolean {
  const roots = new Set(errors.map(({ path }) => path?.[0]))
  if (roots.has(undefined)) return false
  if (isObject(data) && Object.keys(data).some((root) => !roots.has(root))) return true
  const begun = new Set([...roots].flatMap((root) => parsePrefix(root)?.[0] ?? []))
  return begun.size > 0 && begun.size < merged
}

/**
 * Whether GitHub applied the mutation although it reports errors.
 *
 * A root field with a value has run. One that is null has run too if its error lies deeper: null has then
 * only propagated from a field of the payload.
 */
export function wasApplied(data: unknown, errors: readonly GraphqlError[]): boolean {
  // Without data, GitHub refused the document as a whole. The errors then have another kind of path.
  if (!isObject(data)) return false
  if (Object.values(data).some((root) => root !== null)) return true
  return errors.some(
    ({ path: [root = "", ...deeper] = [] }) => deeper.length > 0 && Object.hasOwn(data, root),
  )
}

/** The root fields of a mutation that were applied, and the others. */
export function rootsOf({ data, errors }: Answered): { done: string[]; refused: string[] } {
  const roots = isObject(data) ? Object.keys(data) : []
  const done = roots.filter((root) =>
    wasApplied({ [root]: Reflect.get(Object(data), root) }, errors),
  )
  return { done, refused: roots.filter((root) => !done.includes(root)) }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
