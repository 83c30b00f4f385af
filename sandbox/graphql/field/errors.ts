import type { GraphQLError } from "graphql"
import { SYNTHESIZE } from "../../http/index.js"
import { NotAllowed, Refusal } from "../../state/index.js"

/** An error in GitHub's form, with `type` and `path` first instead of under `extensions`. */
export interface ErrorBody {
  type?: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
  message: string
  extensions?: Record<string, unknown>
}

/** An error of GitHub's GraphQL server, besides refusals by the state. */
export class QueryError extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.name = "QueryError"
    this.type = type
  }
}

/** A field of the schema that GitHub would answer and the sandbox cannot. */
export class NotModelled extends QueryError {
  /** @param seedKey the seed's key that can declare it empty */
  constructor(what: string, seedKey?: string) {
    const known = seedKey ? `, unless the seed declares it empty: \`${seedKey}: []\`` : ""
    super("SANDBOX_NOT_MODELLED", `The sandbox does not model \`${what}\`${known}. ${SYNTHESIZE}`)
  }
}

export function errorBody(error: GraphQLError): ErrorBody {
  const { originalError: cause, path, locations } = error
  const place = { ...(path && { path }), ...(locations && { locations }) }
  if (cause instanceof NotAllowed && cause.message === "") {
    const field = String(path?.[0] ?? "")
    const mutation = mutationName(error) ?? field
    const name = mutation.charAt(0).toUpperCase() + mutation.slice(1)
    const message = `${cause.login} does not have the correct permissions to execute \`${name}\``
    return { type: cause.type, ...place, message }
  }
  if (cause instanceof Refusal || cause instanceof QueryError) {
    return { type: cause.type, ...place, message: cause.message }
  }
  if (cause && !("extensions" in cause)) {
    // A defect of the sandbox must not look like an answer of GitHub.
    return { type: "SANDBOX_DEFECT", ...place, message: `The sandbox failed: ${cause.stack}` }
  }
  const { extensions } = error
  return {
    ...place,
    message: error.message,
    ...(Object.keys(extensions).length > 0 && { extensions }),
  }
}

/** The field's name, which may have an alias. */
function mutationName(error: GraphQLError): string | undefined {
  const [node] = error.nodes ?? []
  return node?.kind === "Field" ? node.name.value : undefined
}
