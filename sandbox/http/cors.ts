import { type Answer, answer } from "./answer.js"

const EXPOSED = [
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "X-GitHub-OTP",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Used",
  "X-RateLimit-Resource",
  "X-RateLimit-Reset",
  "X-OAuth-Scopes",
  "X-Accepted-OAuth-Scopes",
  "X-Poll-Interval",
  "X-GitHub-Media-Type",
  "X-GitHub-SSO",
  "X-GitHub-Request-Id",
  "Deprecation",
  "Sunset",
]

const ALLOWED = [
  "Authorization",
  "Content-Type",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Unmodified-Since",
  "Accept-Encoding",
  "X-GitHub-OTP",
  "X-Requested-With",
  "User-Agent",
  "GraphQL-Features",
  "X-Github-Next-Global-ID",
  "X-GitHub-Api-Version",
]

/** Adds headers that allow pages of any origin to read a response. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
} as const

/** Answers a browser's preflight request. */
export const preflight = (): Answer =>
  answer(204, undefined, {
    "access-control-allow-headers": ALLOWED.join(", "),
    "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
    "access-control-max-age": "86400",
  })
