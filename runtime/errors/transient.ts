import type { Cost } from "../envelope/index.js"
import { documentedIn } from "./documented.js"
import type { Failure } from "./failure.js"

/** Response headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | number | undefined>>

/** A header's value as text; undefined if it is absent or empty. */
export function header(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name]
  return value === undefined || value === "" ? undefined : String(value)
}

/** GitHub's rate limit after this response. */
export function costOf(headers: ResponseHeaders): Cost | undefined {
  const remaining = seconds(headers, "x-ratelimit-remaining")
  const reset = seconds(headers, "x-ratelimit-reset")
  if (remaining === undefined && reset === undefined) return undefined
  return {
    ...(remaining !== undefined && { remaining }),
    ...(reset !== undefined && { reset_at: new Date(reset * 1000).toISOString() }),
  }
}

/**
 * Milliseconds until the same request can succeed: by `Retry-After`, then by the reset of the rate limit,
 * if nothing remains or if it is `spent` despite a positive count.
 */
export function retryAfterMs(headers: ResponseHeaders, spent = false): number | undefined {
  const retryAfter = header(headers, "retry-after")
  if (retryAfter !== undefined) {
    const ms = /^\d{1,10}$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : dateIn(retryAfter) - Date.now()
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const reset = seconds(headers, "x-ratelimit-reset")
  if (reset === undefined) return undefined
  if (!spent && header(headers, "x-ratelimit-remaining") !== "0") return undefined
  return Math.max(0, reset * 1000 - Date.now())
}

/** `Date` parses nearly everything, even `-5` and `1.5`: as days in the distant past, so there is no wait. */
function dateIn(text: string): number {
  return /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
}

/** The page where the token is authorised for an organisation's single sign-on. */
export function ssoUrl(headers: ResponseHeaders): string | undefined {
  return header(headers, "x-github-sso")?.match(/url=([^\s;,]+)/)?.[1]
}

function seconds(headers: ResponseHeaders, name: string): number | undefined {
  const text = header(headers, name)
  // Dates end 8.64e15 ms after 1970; ten digits of seconds are enough until 2286.
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

// Secondary limits often have no header; GitHub's documentation then asks to wait a minute.
const secondaryWaitMs = 60_000

/** The primary limit, of points or requests per hour. It ends at the reset. */
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
