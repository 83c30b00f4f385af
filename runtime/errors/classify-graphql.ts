import { refused } from "./auth.js"
import type { Failure } from "./failure.js"
import type { ResponseHeaders } from "./headers.js"
import { serverFailed } from "./http-status.js"
import { rateLimited, soundsLikeRateLimit } from "./rate-limit.js"

/** One entry of a GraphQL response's `errors`, as GitHub writes it. */
export interface GraphqlError {
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Codes of GitHub's query validation that say its schema is older than the pinned one. */
const olderSchema = new Set(["undefinedField", "undefinedType", "argumentNotAccepted"])

/** Error types that mean GitHub understood the request and would not carry it out as it is. */
const invalid = new Set([
  "UNPROCESSABLE",
  "STALE_DATA",
  "EXCESSIVE_PAGINATION",
  "MAX_NODE_LIMIT_EXCEEDED",
  "MISSING_PAGINATION_BOUNDARIES",
  "INVALID_CURSOR_ARGUMENTS",
])

/** What one GraphQL error means. Structure decides; prose only where GitHub gives nothing else. */
export function classifyGraphqlError(error: GraphqlError, headers: ResponseHeaders): Failure {
  const { message, type = "" } = error
  const code = error.code ?? text(error.extensions?.code) ?? ""
  const limited = type === "RATE_LIMITED" || type === "RATE_LIMIT" || code === "graphql_rate_limit"
  if (limited || soundsLikeRateLimit(message)) return rateLimited(message, headers)
  const saml = error.extensions?.saml_failure === true
  if (saml || type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES") {
    return refused(message, headers, saml)
  }
  if (type === "NOT_FOUND") return rejected("NOT_FOUND", message)
  if (type === "RESOURCE_LIMITS_EXCEEDED") {
    return {
      ...rejected("VALIDATION", message),
      details: { fix: "Ask for less at once: a smaller `first`, or fewer steps in the chain" },
    }
  }
  if (olderSchema.has(code)) {
    return rejected("ADAPTER_UNSUPPORTED", `This GitHub's GraphQL schema is too old: ${message}`)
  }
  if (invalid.has(type) || (code !== "" && type === "") || error.extensions?.problems) {
    return rejected("VALIDATION", message)
  }
  if (/something went wrong while executing your query/i.test(message)) {
    return serverFailed(message, headers)
  }
  if (type === "SERVICE_UNAVAILABLE" || type === "INTERNAL") return serverFailed(message, headers)
  return { code: "UNKNOWN", message, transient: false, outcome: "unknown" }
}

function rejected(code: Failure["code"], message: string): Failure {
  return { code, message, transient: false, outcome: "rejected" }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
