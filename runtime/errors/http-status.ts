import { refused } from "./auth.js"
import type { Failure } from "./failure.js"
import { header, type ResponseHeaders, retryAfterMs } from "./headers.js"
import { rateLimited, soundsLikeRateLimit } from "./rate-limit.js"

/** What an HTTP status other than 2xx means. `body` is the parsed body, or its text. */
export function classifyStatus(status: number, headers: ResponseHeaders, body: unknown): Failure {
  const message = bodyMessage(body) ?? `GitHub answered HTTP ${status}`
  if (status === 401) {
    const failure = refused(message, headers)
    failure.details ??= { fix: "Give a valid token: this one is wrong, expired or revoked" }
    return failure
  }
  if (status === 429) return rateLimited(message, headers)
  if (status === 403) {
    const limited =
      header(headers, "retry-after") !== undefined ||
      header(headers, "x-ratelimit-remaining") === "0" ||
      soundsLikeRateLimit(message)
    return limited ? rateLimited(message, headers) : refused(message, headers)
  }
  if (status === 404) return rejected("NOT_FOUND", message)
  if (status === 400 || status === 422) {
    return soundsLikeRateLimit(message)
      ? rateLimited(message, headers)
      : rejected("VALIDATION", message)
  }
  if (status >= 500) return serverFailed(message, headers)
  if (status >= 400) return rejected("UNKNOWN", message)
  return {
    ...rejected("UNKNOWN", `GitHub answered HTTP ${status}, a redirect`),
    details: { fix: "Check base_url: an API address does not redirect" },
  }
}

/** GitHub broke down; whether it had carried out the request is anybody's guess. */
export function serverFailed(message: string, headers: ResponseHeaders): Failure {
  const retry_after_ms = retryAfterMs(headers)
  return {
    code: "SERVER",
    message,
    transient: true,
    outcome: "unknown",
    ...(retry_after_ms !== undefined && { details: { retry_after_ms } }),
  }
}

function rejected(code: Failure["code"], message: string): Failure {
  return { code, message, transient: false, outcome: "rejected" }
}

/** GitHub's own sentence; HTML pages and other bodies of proxies say nothing that helps. */
function bodyMessage(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined
  if ("message" in body && typeof body.message === "string") return body.message
  if (!("errors" in body) || !Array.isArray(body.errors)) return undefined
  const first: unknown = body.errors[0]
  if (typeof first !== "object" || first === null || !("message" in first)) return undefined
  return typeof first.message === "string" ? first.message : undefined
}
