import type { Attempt, Call, Route } from "../call/route.js"
import type { GraphqlRoute } from "../definition.js"
import { type Failure, serverFailed } from "../errors/index.js"
import { runLookups } from "./lookups.js"
import { listValues } from "./name-values.js"
import {
  failuresOf,
  type Mapped,
  mapData,
  mergeFailures,
  sentences,
  unreadable,
  wasApplied,
} from "./read-result.js"
import type { GraphqlAnswer } from "./transport.js"

/** Look-ups, then the operation, then its mapped result. */
export const graphqlRoute: Route = {
  type: "graphql",
  serves: (definition) => definition.graphql !== undefined,
  preflight: (client) => client.unauthenticated(),

  async attempt(call) {
    const { definition, input, scope, graphql } = call
    const route = definition.graphql
    if (!route) return { ok: false, failure: noRoute(definition.id) }
    const lookups = await runLookups(route, input, graphql, scope)
    if (!lookups.ok) return { ok: false, failure: lookups.failure }

    const { operation } = route
    const send = operation.type === "mutation" ? graphql.mutate : graphql.query
    const variables = route.variables(input, lookups.values)
    const answer = await send({ operation, variables, scope })
    if (!answer.ok) return { ok: false, failure: answer.failure, headers: answer.headers }
    const output = mapData(answer.data, (data) => route.output(data, input, lookups.values))
    return { ...(await judge(call, route, answer, output)), headers: answer.headers }
  },
}

/** Whether a mapped result stands although GitHub may have reported errors beside it. */
async function judge<T>(
  call: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Extract<GraphqlAnswer, { ok: true }>,
  mapped: Mapped<T>,
): Promise<Attempt<T>> {
  const failures = failuresOf(answer)
  const output = mapped.ok ? mapped.value : null
  if (!mapped.ok && failures.length === 0) failures.push(unreadable(mapped.reason))
  const worst = mergeFailures(failures)
  if (!worst) return output === null ? notFound(call, route, answer) : { ok: true, data: output }

  const applied = route.operation.type === "mutation" && wasApplied(answer.data, answer.errors)
  // What GitHub withholds for want of permission leaves the rest true, and what a mutation did is
  // done: both are kept where the contract is still met.
  const withheld = failures.every(({ code }) => code === "AUTH")
  if (output !== null && (applied || withheld) && (await call.fits(output))) {
    return { ok: true, data: output, warnings: failures.map(({ message }) => message) }
  }
  return { ok: false, failure: applied ? appliedButUnread(worst, failures) : worst }
}

function notFound<T>(
  { definition, input }: Call<T>,
  route: GraphqlRoute<unknown, T>,
  answer: Extract<GraphqlAnswer, { ok: true }>,
): Attempt<T> {
  if (route.operation.type === "mutation" && wasApplied(answer.data, [])) {
    const nothing = serverFailed(`the answer holds no \`${route.result}\``, {})
    return { ok: false, failure: appliedButUnread(nothing, [nothing]) }
  }
  const given = typeof input === "object" && input !== null ? listValues(input) : ""
  return {
    ok: false,
    failure: {
      code: "NOT_FOUND",
      message: `${definition.id} found no \`${route.result}\`${given && ` for ${given}`}`,
      transient: false,
      outcome: "rejected",
    },
  }
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

function noRoute(id: string): Failure {
  return {
    code: "ADAPTER_UNSUPPORTED",
    message: `${id} has no GraphQL route`,
    transient: false,
    outcome: "not_sent",
  }
}
