import { type Answer, type Counted, DOCUMENTATION, failure } from "../http/index.js"

/** GitHub's answer when the limit is exhausted. */
export function rateLimited(counted: Counted): Answer {
  if ("account" in counted) {
    return failure(
      403,
      `API rate limit exceeded for user ID ${counted.account.id}.`,
      `${DOCUMENTATION.rest}/overview/rate-limits-for-the-rest-api`,
    )
  }
  return failure(
    403,
    `API rate limit exceeded for ${counted.address}. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)`,
    `${DOCUMENTATION.rest}/overview/resources-in-the-rest-api#rate-limiting`,
  )
}
