import { authFailure, scopeFix } from "./auth.js"
import { errorTextOf } from "./body.js"
import { documentedIn } from "./documented.js"
import { documentedFailure, type Failure, rejected } from "./failure.js"
import { proxyAuthFailure } from "./proxy.js"
import { redirectFailure } from "./redirected.js"
import { header, type ResponseHeaders, rateLimited, serverFailed } from "./transient.js"

/** Classifies an HTTP status other than 2xx. `body` is the parsed body, or its text. */
export function classifyStatus(status: number, headers: ResponseHeaders, body: unknown): Failure {
  const answer = errorTextOf(body, status)
  const message = answer.message ?? `GitHub answered HTTP ${status}`
  if (status === 429 || (status === 403 && isLimited(headers))) return rateLimited(message, headers)
  if (status === 407) return proxyAuthFailure(headers)
  const known = documentedIn(answer.sentences, status)
  if (known?.code === "RATE_LIMIT") return rateLimited(message, headers)
  if (known) return documentedFailure(message, known)
  if (status === 401) {
    const fix = "Use a valid token: this one is wrong, expired or revoked"
    return authFailure(message, headers, false, fix)
  }
  if (status === 403) return authFailure(message, headers)
  if (status === 404 || status === 410) return notFoundFailure(message, headers)
  if (status === 451) return rejected("NOT_FOUND", message)
  if (status === 202) {
    // GitHub documents no time; computing statistics takes it seconds.
    const details = { retry_after_ms: 2_000 }
    const failure = serverFailed("GitHub is still computing the result", headers)
    return {
      ...failure,
      outcome: "rejected",
      isComputing: true,
      details: { ...details, ...failure.details },
    }
  }
  // A retry cannot help a server that has no such function: github.com has no answer with this status, the sandbox has.
  if (status === 501) return rejected("ADAPTER_UNSUPPORTED", message)
  if (transientStatuses.has(status) || status >= 500) return serverFailed(message, headers)
  if (notAcceptable.has(status)) return rejected("VALIDATION", message)
  if (status >= 400) return rejected("UNKNOWN", message)
  return redirectFailure(status, headers)
}

/** GitHub understood the request, or its size, and refused it. */
const notAcceptable = new Set([400, 405, 406, 409, 413, 414, 415, 422, 431])

/** GitHub, or a server in front of it, ran out of time or will be ready in a moment. */
const transientStatuses = new Set([408, 425])

function isLimited(headers: ResponseHeaders): boolean {
  const waits = header(headers, "retry-after") !== undefined
  return waits || header(headers, "x-ratelimit-remaining") === "0"
}

/** GitHub also answers "not found" if a token lacks access, and lists missing scopes in headers. */
function notFoundFailure(message: string, headers: ResponseHeaders): Failure {
  const fix = scopeFix(headers)
  return fix === undefined
    ? rejected("NOT_FOUND", message)
    : rejected("AUTH", message, `If it exists: ${fix}`)
}
