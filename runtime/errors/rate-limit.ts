import type { Failure } from "./failure.js"
import { type ResponseHeaders, retryAfterMs } from "./headers.js"

// Secondary limits often come without any header; GitHub's documentation then asks for a minute.
const secondaryWaitMs = 60_000

const wording = /secondary rate limit|abuse detection|was submitted too quickly/i

/** Limits that GitHub names only in prose: secondary limits and content creation. */
export function soundsLikeRateLimit(message: string): boolean {
  return wording.test(message)
}

/** GitHub refused because of a primary, secondary or content limit: the request was not carried out. */
export function rateLimited(message: string, headers: ResponseHeaders): Failure {
  return {
    code: "RATE_LIMIT",
    message,
    transient: true,
    outcome: "rejected",
    details: { retry_after_ms: retryAfterMs(headers) ?? secondaryWaitMs },
  }
}
