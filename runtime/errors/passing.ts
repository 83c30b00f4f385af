import { documentedIn } from "./documented.js"
import type { Failure } from "./failure.js"
import { type ResponseHeaders, retryAfterMs } from "./headers.js"

// Secondary limits often have no header; GitHub's documentation then asks to wait a minute.
const secondaryWaitMs = 60_000

/** The primary limit: of points or requests an hour, which the reset ends. */
const primary = /^API rate limit/i

/** GitHub refused because of a primary, secondary or content limit, and did not execute the request. */
export function rateLimited(
  message: string,
  headers: ResponseHeaders,
  isPrimary = primary.test(message),
): Failure {
  return {
    code: "RATE_LIMIT",
    message,
    transient: true,
    outcome: "rejected",
    details: { retry_after_ms: retryAfterMs(headers, isPrimary) ?? secondaryWaitMs },
  }
}

/** GitHub failed; whether it executed the request is unknown. */
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

/**
 * A limit in a 2xx answer: GitHub documents the secondary limit of GraphQL as 403 or 200, with only a
 * message in the body.
 */
export function limitIn(body: unknown, headers: ResponseHeaders): Failure | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined
  if (!("message" in body) || typeof body.message !== "string") return undefined
  if (!Object.keys(body).every((name) => spoken.has(name))) return undefined
  const known = documentedIn([body.message], 200)
  return known?.code === "RATE_LIMIT" ? rateLimited(body.message, headers) : undefined
}

const spoken = new Set(["message", "documentation_url", "status"])
