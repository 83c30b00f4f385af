import { type Failure, serverFailed } from "../../errors/index.js"
import { failureInMutation, leavesUnsaid, sentences, wasApplied } from "../../graphql/index.js"
import { type GraphqlWrites, thingIn } from "../route/index.js"

/** What becomes of mutations. */
export const graphqlWrites: GraphqlWrites = {
  failureIn: failureInMutation,
  wasApplied: ({ data, errors }) => wasApplied(data, errors),

  failure(worst, failures, answer) {
    const told = leavesUnsaid(answer) ? { ...worst, outcome: "unknown" as const } : worst
    return wasApplied(answer.data, answer.errors) ? appliedButUnread(told, failures) : told
  },

  nothing(result, answer) {
    const empty = serverFailed(`the answer holds no ${thingIn(result)}`, {})
    if (wasApplied(answer.data, [])) return appliedButUnread(empty, [empty])
    // A refusal has an error. Without one nobody knows what was done.
    const message = `GitHub does not say whether it carried out the mutation: ${empty.message}`
    return { ...empty, message }
  },
}

/** The write took place; only its answer is incomplete. Repeating it would do it twice. */
function appliedButUnread(worst: Failure, failures: readonly Failure[]): Failure {
  const said = sentences(failures.map(({ message }) => message))
  return {
    ...worst,
    message: `GitHub carried out the mutation, but its answer is incomplete: ${said}`,
    transient: false,
    outcome: "unknown",
    details: {
      ...worst.details,
      applied: true,
      fix: "Read the object to see its state; do not repeat the call",
    },
  }
}
