import { authFailure, lacksScopes } from "./auth.js"
import { documentedIn } from "./documented.js"
import { documentedFailure, type Failure, permanent, rejected } from "./failure.js"
import type { GraphqlError } from "./graphql-error.js"
import type { ResponseHeaders } from "./transient.js"
import { rateLimited, serverFailed } from "./transient.js"

/** Error codes of GitHub's query validation which show that its schema is older than the pinned one. */
const olderSchema = new Set([
  "undefinedField",
  "undefinedType",
  "argumentNotAccepted",
  "variableRequiresValidType",
])

/** The same for a value in a variable: this error has no code. */
const unknownField = /^Field is not defined on /

/** Error types of requests that GitHub understood and refused. */
const invalid = new Set([
  "UNPROCESSABLE",
  "STALE_DATA",
  "ARGUMENT_LIMIT",
  "EXCESSIVE_PAGINATION",
  "MAX_NODE_LIMIT_EXCEEDED",
  "MISSING_PAGINATION_BOUNDARIES",
  "INVALID_CURSOR_ARGUMENTS",
])

/** Classifies one GraphQL error by its structure, and by its message only if there is nothing else. */
export function classifyGraphqlError(error: GraphqlError, headers: ResponseHeaders): Failure {
  const failure = meaningOf(error, headers)
  // An error without a message leaves open whether anything was done.
  return error.hasNoMessage ? { ...failure, outcome: "unknown" } : failure
}

function meaningOf(error: GraphqlError, headers: ResponseHeaders): Failure {
  const { message, type = "" } = error
  const code = error.code ?? text(error.extensions?.code) ?? ""
  if (type === "RATE_LIMITED" || type === "RATE_LIMIT" || code === "graphql_rate_limit") {
    return rateLimited(message, headers, true)
  }
  const saml = error.extensions?.saml_failure === true
  const known = saml ? undefined : documentedIn([message], type || code || undefined)
  if (known?.code === "RATE_LIMIT") return rateLimited(message, headers)
  if (known) return documentedFailure(message, known)
  if (saml || type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES" || lacksScopes.test(message)) {
    return authFailure(message, headers, saml)
  }
  if (type === "NOT_FOUND") return rejected("NOT_FOUND", message)
  if (type === "RESOURCE_LIMITS_EXCEEDED") {
    const fix = "Request less: use a smaller `first`, or fewer steps in the chain"
    return rejected("VALIDATION", message, fix)
  }
  if (olderSchema.has(code) || problemsOf(error).some((problem) => unknownField.test(problem))) {
    return rejected("ADAPTER_UNSUPPORTED", `This GitHub's GraphQL schema is too old: ${message}`)
  }
  if (invalid.has(type) || (code !== "" && type === "") || error.extensions?.problems) {
    return rejected("VALIDATION", message)
  }
  if (type === "SERVICE_UNAVAILABLE" || type === "INTERNAL" || executionFailed.test(message)) {
    return serverFailed(message, headers)
  }
  return permanent("UNKNOWN", "unknown", message)
}

const executionFailed = /^Something went wrong while executing your query/i

/** GitHub's complaints about the value of a variable. */
function problemsOf({ extensions }: GraphqlError): string[] {
  const problems = extensions?.problems
  if (!Array.isArray(problems)) return []
  return problems.slice(0, 100).flatMap((problem) => text(Object(problem).explanation) ?? [])
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
