import type { Cost } from "../envelope/index.js"

/** Response headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | number | undefined>>

/** A header's value as text, undefined where it is absent or empty. */
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

/** Platforms read a date into nearly everything, `-5` and `1.5` too: a day long ago, so no wait. */
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
