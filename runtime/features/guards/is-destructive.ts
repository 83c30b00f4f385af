/** Writes that are destructive with some inputs. Only their modules import this. */
import type { Sendable } from "../../client/index.js"
import { isMet, mutationCondition, requestCondition } from "./destructive.js"
import { mutationsIn } from "./mutations-in.js"

/** Whether a write is destructive, by what its routes would do with this input. */
export function isDestructive({ graphql, rest }: Sendable, input: unknown): boolean {
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

/** The mutations and the requests of a write. */
interface Writes {
  readonly graphql?: { readonly operation: { readonly document: string } } | undefined
  readonly rest?:
    | { readonly endpoints: readonly { readonly method: string; readonly path: string }[] }
    | undefined
}

/** Whether a write is destructive with some input. */
export function mayDestroy({ graphql, rest }: Writes): boolean {
  const calls = graphql ? mutationsIn(graphql.operation.document, undefined) : []
  return (
    calls.some(({ name }) => mutationCondition(name)) ||
    rest?.endpoints.some(({ method, path }) => requestCondition(method, path)) === true
  )
}
