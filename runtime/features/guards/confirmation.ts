/** Confirmation of destructive calls. Loaded by the first of them. */
import type { Sendable } from "../../client/index.js"
import { reasonOf } from "../../errors/index.js"
import { untilAborted } from "../../timing/index.js"
import { isMet, mutationCondition, requestCondition } from "./destructive.js"
import { mutationsIn } from "./mutations-in.js"

/** Whether a call is destructive, by what its routes would do with this input. */
export function isDestructive({ effect, graphql, rest }: Sendable, input: unknown): boolean {
  if (effect !== "write") return effect === "destroy"
  // A request that depends on a response is not known yet, and may be any.
  const known = <T>(read: () => T) => {
    try {
      return { value: read() }
    } catch {
      return undefined
    }
  }
  const variables = graphql && known(() => graphql.variables(input, {}))
  const calls = graphql ? mutationsIn(graphql.operation.document, variables?.value) : []
  const changes = calls.some((call) => {
    const condition = mutationCondition(call.name)
    return condition !== undefined && (variables === undefined || isMet(condition, call.input))
  })
  if (changes || !rest) return changes
  return rest.endpoints.some((endpoint) => {
    const condition = requestCondition(endpoint.method, endpoint.path)
    const request = condition && known(() => endpoint.request(input, {}, undefined))
    if (condition === undefined || request === undefined) return condition !== undefined
    const { path, body } = request.value
    return isMet(condition, { ...path, ...Object(body) })
  })
}

/** Whether a call is destructive with some input. */
export function mayDestroy({ effect, graphql, rest }: Sendable): boolean {
  if (effect !== "write") return effect === "destroy"
  const calls = graphql ? mutationsIn(graphql.operation.document, undefined) : []
  return (
    calls.some(({ name }) => mutationCondition(name)) ||
    rest?.endpoints.some(({ method, path }) => requestCondition(method, path)) === true
  )
}

/** The reason why there is no confirmation, empty if it was denied; undefined if it was given. */
export async function confirmationProblem<Intent extends { capability_id: string; input: unknown }>(
  confirm: (intent: Intent) => boolean | Promise<boolean>,
  intent: Intent,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // A copy, so that exactly what was confirmed is sent.
  const ask = async () => confirm({ ...intent, input: structuredClone(intent.input) })
  try {
    return (await (signal ? untilAborted(ask(), signal) : ask())) === true ? undefined : ""
  } catch (error) {
    return `: ${reasonOf(error)}`
  }
}
