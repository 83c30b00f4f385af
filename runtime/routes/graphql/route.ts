import type { GraphqlRoute } from "../../definition/index.js"
import { type Failure, serverFailed, unreadable, unsupported } from "../../errors/index.js"
import type { GraphqlAnswer } from "../../graphql/index.js"
import {
  failuresOf,
  leavesUnsaid,
  mergeFailures,
  sentences,
  wasApplied,
} from "../../graphql/index.js"
import type { Attempt, Call, FoundValues, Route } from "../route/index.js"
import { notFound, partOf, thingIn } from "../route/index.js"
import { type Mapped, mapData } from "./map-data.js"

const nothingToFind: FoundValues = { ok: true, values: {} }

/** Look-ups, then the operation, then its mapped result. */
export const graphqlRoute: Route = {
  type: "graphql",
  serves: (definition) => definition.graphql !== undefined,
  preflight: (client) => client.unauthenticated(),
  isPull: async (...asked) => (await import("./kind-of-number.js")).isPull(...asked),

  async attempt(call) {
    const { definition, input, scope, graphql } = call
    const route = definition.graphql
    if (!route) return { ok: false, failure: unsupported(`${definition.id} has no GraphQL route`) }
    const lookups = route.lookups
      ? await partOf(definition.parts, "graphqlLookups").find(
          route,
          input,
          graphql,
          scope,
          call.client.lookups,
        )
      : nothingToFind
    if (!lookups.ok) return { ok: false, failure: lookups.failure }

    const { operation } = route
    const send = operation.type === "mutation" ? graphql.mutate : graphql.query
    const variables = route.variables(input, lookups.values)
    const answer = await send({ operation, variables, scope, repeatable: definition.idempotent })
    if (!answer.ok) return { ok: false, failure: answer.failure, headers: answer.headers }
    const output = mapData(answer.data, (data) => route.output(data, input, lookups.values))
    const attempt = await judge(call, route, answer, output)
    if (!attempt.ok && answer.uncertain) attempt.failure.outcome = "unknown"
    return { ...attempt, headers: answer.headers }
  },
}

/** Whether a mapped result stands although GitHub may have reported errors beside it. */
async function judge<T>(
  call: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Extract<GraphqlAnswer, { ok: true }>,
  mapped: Mapped<T>,
): Promise<Attempt<T>> {
  if (answer.errors.length === 0 && mapped.ok && mapped.value !== null) {
    return { ok: true, data: mapped.value }
  }
  const failures = failuresOf(answer)
  // An empty list in place of one that GitHub withholds would be a lie.
  const withheld = answer.errors.some(({ path }) => path && leadsTo(path, route.result))
  const output = mapped.ok && !withheld ? mapped.value : null
  if (!mapped.ok && failures.length === 0) failures.push(unreadable(mapped.reason))
  const worst = mergeFailures(failures)
  if (worst && route.operation.type === "mutation" && leavesUnsaid(answer)) {
    worst.outcome = "unknown"
  }
  if (!worst) return output === null ? nothing(call, route, answer) : { ok: true, data: output }

  const applied = route.operation.type === "mutation" && wasApplied(answer.data, answer.errors)
  // What GitHub withholds for want of permission leaves the rest true, and what a mutation did is
  // done: both are kept where the contract is still met.
  const permitted = failures.every(({ code }) => code === "AUTH")
  if (output !== null && (applied || permitted) && (await call.fits(output))) {
    return { ok: true, data: output, warnings: failures.map(({ message }) => message) }
  }
  return { ok: false, failure: applied ? appliedButUnread(worst, failures) : worst }
}

/** Whether an error is at the result or above it, and not within it. */
function leadsTo(path: readonly (string | number)[], result: string): boolean {
  const place = path.join(".")
  return result === place || result.startsWith(`${place}.`)
}

/** The answer is sound but does not hold the result. */
function nothing<T>(
  { definition, input }: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Extract<GraphqlAnswer, { ok: true }>,
): Attempt<T> {
  if (route.operation.type === "mutation") {
    const empty = serverFailed(`the answer holds no ${thingIn(route.result)}`, {})
    if (wasApplied(answer.data, [])) {
      return { ok: false, failure: appliedButUnread(empty, [empty]) }
    }
    // A refusal has an error. Without one nobody knows what was done.
    const message = `GitHub does not say whether it carried out the mutation: ${empty.message}`
    return { ok: false, failure: { ...empty, message } }
  }
  return { ok: false, failure: notFound(definition, input, route.result) }
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
