import type { Viewer } from "../state/index.js"
import { isAnonymous } from "./anonymous.js"
import type { Caller } from "./caller.js"
import type { RateLimiter, RateLimitResource } from "./rate-limit.js"

/** The account of a request, if it has a token. */
export const knownViewer = ({ viewer }: Caller): Viewer | undefined =>
  viewer && !isAnonymous(viewer) ? viewer : undefined

/** Headers about the token and the rate limit. */
export function limitHeaders(
  limiter: RateLimiter,
  caller: Caller,
  resource: RateLimitResource,
  path: string,
): Record<string, string> {
  const { limit, remaining, used, reset } = limiter.state(caller.counted, resource)
  const viewer = knownViewer(caller)
  return {
    ...(viewer &&
      !viewer.grant && {
        "x-oauth-scopes": [...viewer.scopes].join(", "),
        "x-accepted-oauth-scopes": acceptedScopes(path),
      }),
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": resource,
  }
}

/** The scopes of which a token needs one; empty if every token may read it. */
function acceptedScopes(path: string): string {
  if (/^(?:\/api\/v3)?\/gists(?:\/|$)/.test(path)) return "gist"
  if (/\/notifications(?:\/|$)/.test(path)) return "notifications, repo"
  if (/^(?:\/api\/v3)?\/(?:orgs\/|user\/teams$)/.test(path))
    return "admin:org, read:org, repo, user, write:org"
  return /^(?:\/api\/v3)?\/(?:rate_limit|search|users?)(?:\/|$)/.test(path) ? "" : "repo"
}

export const requestId = (number: number): string => {
  const hex = number.toString(16).toUpperCase().padStart(8, "0")
  return `5A4D:0B0F:${hex}:${hex}:00000000`
}
