import {
  type Failure,
  type GraphqlError,
  permanent,
  serverFailed,
  subjectIn,
} from "../../errors/index.js"
import {
  failureInMutation,
  failuresOf,
  hasUnknownResult,
  mergeFailures,
  rootsOf,
  sentences,
  wasApplied,
} from "../../graphql/index.js"
import type { GraphqlWrites } from "../route/index.js"

/** Outcomes of mutations. */
export const graphqlWrites: GraphqlWrites = {
  failureIn: failureInMutation,
  wasApplied: ({ data, errors }) => wasApplied(data, errors),

  decision: (variables) =>
    JSON.stringify(Object.entries(variables).filter(([, value]) => typeof value === "boolean")),

  failure(worst, failures, answer) {
    const failure = hasUnknownResult(answer) ? { ...worst, outcome: "unknown" as const } : worst
    return wasApplied(answer.data, answer.errors) ? appliedFailure(failure, failures) : failure
  },

  part(answer) {
    const { done, refused } = rootsOf(answer)
    if (done.length === 0 || refused.length === 0) return undefined
    const about = ({ path }: GraphqlError) => refused.includes(String(path?.[0]))
    const failures = failuresOf({ ...answer, errors: answer.errors.filter(about) })
    const worst = mergeFailures(failures) ?? serverFailed("the response gives no reason", {})
    return partial(
      worst,
      `GitHub applied ${done.join(", ")}, but not ${refused.join(", ")}: ${worst.message}`,
      { done, fix: "Read the objects to see their state before you repeat the call" },
    )
  },

  isNothing: ({ data }) =>
    Object.values(Object(data)).every((payload) => hasOnlyNulls(Object(payload))),

  nothing(result, { data }) {
    const subject = subjectIn(result)
    const refusal = Object.keys(Object(data)).map((root) => refusedByNull[root])
    if (refusal.length === 1 && refusal[0] !== undefined && this.isNothing({ data })) {
      const message = `GitHub refused the call without an error: it returns no ${subject}`
      return permanent("VALIDATION", "rejected", message, { fix: refusal[0] })
    }
    // A refused mutation has an error. Without one, the outcome is unknown.
    const empty = serverFailed(`the response has no ${subject}`, {})
    const message = `GitHub does not report whether it applied the mutation: ${empty.message}`
    const fix = "Read the object to see its state before you repeat the call"
    return { ...empty, message, details: { fix } }
  },
}

/** Mutations that return null for what they refuse, and what to do. */
const refusedByNull: Readonly<Record<string, string>> = {
  addPullRequestReviewThread: "Pass lines that are part of the diff, on the side where they are",
}

/** Whether a payload has members, and all that say what was done are null. */
function hasOnlyNulls(payload: object): boolean {
  const members = Object.entries(payload).filter(
    ([name]) => !/^(?:__|clientMutationId$)/.test(name),
  )
  return members.length > 0 && members.every(([, value]) => value === null)
}

/** The write took place, and only its answer is incomplete. Repeating it would apply it twice. */
function appliedFailure(worst: Failure, failures: readonly Failure[]): Failure {
  const messages = sentences(failures.map(({ message }) => message))
  const text = `GitHub applied the mutation, but its response is incomplete: ${messages}`
  return partial(worst, text, { fix: "Read the object to see its state; do not repeat the call" })
}

function partial(worst: Failure, message: string, more: Failure["details"]): Failure {
  const details = { ...worst.details, applied: true, ...more }
  return { ...worst, message, transient: false, outcome: "unknown", details }
}
