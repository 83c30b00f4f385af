import type { Failure } from "../errors/index.js"
import { type RetryPolicy, retrying } from "../timing/index.js"
import type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "./answer.js"
import { failuresOf } from "./read-result.js"

type Kind = "query" | "mutation"

/** A transport that retries: queries always, mutations if repeating them is harmless. */
export function retryingTransport(inner: GraphqlTransport, policy: RetryPolicy): GraphqlTransport {
  const send = async (
    kind: Kind,
    request: GraphqlRequest,
    once: () => Promise<GraphqlAnswer>,
  ): Promise<GraphqlAnswer> => {
    const { result, uncertain } = await retrying(once, (answer) => failureOf(answer, request), {
      policy,
      scope: request.scope,
      repeatable: kind === "query" || request.repeatable === true,
    })
    return uncertain && kind === "mutation" ? markUncertain(result) : result
  }
  return {
    query: (request) => send("query", request, () => inner.query(request)),
    mutate: (request) => send("mutation", request, () => inner.mutate(request)),
  }
}

/** The failure to retry; undefined if the answer is final. */
function failureOf(
  answer: GraphqlAnswer,
  { failureIn, merged }: GraphqlRequest,
): Failure | undefined {
  if (!answer.ok) return answer.failure
  if (answer.errors.length === 0) return undefined
  if (failureIn) return failureIn(answer, merged)
  // One of several operations may have failed transiently; repeating reads costs only points.
  return failuresOf(answer).find(({ transient }) => transient)
}

function markUncertain(answer: GraphqlAnswer): GraphqlAnswer {
  if (answer.ok) return { ...answer, uncertain: true }
  return { ...answer, failure: { ...answer.failure, outcome: "unknown" } }
}
