import { refused, scopeFix } from "./auth.js"
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
  if (status === 404 || status === 410) return unseen(message, headers)
  if (notAcceptable.has(status)) {
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

/** GitHub understood the request, or its size, and would not carry it out as it is. */
const notAcceptable = new Set([400, 405, 406, 409, 413, 414, 415, 422, 431])

/** GitHub also says "not found" of what a token may not see. */
function unseen(message: string, headers: ResponseHeaders): Failure {
  const fix = scopeFix(headers)
  return {
    ...rejected("NOT_FOUND", message),
    ...(fix !== undefined && { details: { fix: `If it exists: ${fix}` } }),
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
  const message = "message" in body && typeof body.message === "string" ? body.message : undefined
  const entries: unknown = "errors" in body ? body.errors : undefined
  const problems = Array.isArray(entries) ? entries.slice(0, 3).flatMap(problemIn) : []
  if (message === undefined) return problems[0]
  const more = problems.filter((problem) => !message.includes(problem))
  return more.length > 0 ? `${message}: ${more.join("; ")}` : message
}

/** One entry of REST's `errors`: a sentence, or the field of a resource and a code. */
function problemIn(entry: unknown): string[] {
  if (typeof entry === "string") return [entry]
  if (typeof entry !== "object" || entry === null) return []
  const { message, resource, field, code }: Record<string, unknown> = { ...entry }
  if (typeof message === "string" && message !== "") return [message]
  const words = [resource, field, code].filter((word) => typeof word === "string")
  return words.length > 0 ? [words.join(" ")] : []
}
