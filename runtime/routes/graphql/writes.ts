import { type Failure, type GraphqlError, serverFailed } from "../../errors/index.js"
import {
  failureInMutation,
  failuresOf,
  hasUnknownResult,
  mergeFailures,
  rootsOf,
  sentences,
  wasApplied,
} from "../../graphql/index.js"
import { type GraphqlWrites, subjectIn } from "../route/index.js"

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
    return {
      ...worst,
      message: `GitHub applied ${done.join(", ")}, but not ${refused.join(", ")}: ${worst.message}`,
      transient: false,
      outcome: "unknown",
      details: {
        ...worst.details,
        applied: true,
        done,
        fix: "Read the objects to see their state before you repeat the call",
      },
    }
  },

  nothing(result, answer) {
    const empty = serverFailed(`the response has no ${subjectIn(result)}`, {})
    if (wasApplied(answer.data, [])) return appliedFailure(empty, [empty])
    // A refused mutation has an error. Without one, the outcome is unknown.
    const message = `GitHub does not report whether it applied the mutation: ${empty.message}`
    return { ...empty, message }
  },
}

/** The write took place, and only its answer is incomplete. Repeating it would apply it twice. */
function appliedFailure(worst: Failure, failures: readonly Failure[]): Failure {
  const messages = sentences(failures.map(({ message }) => message))
  return {
    ...worst,
    message: `GitHub applied the mutation, but its response is incomplete: ${messages}`,
    transient: false,
    outcome: "unknown",
    details: {
      ...worst.details,
      applied: true,
      fix: "Read the object to see its state; do not repeat the call",
    },
  }
}
