import { brief } from "./brief.js"
import { type Failure, permanent, rejected } from "./failure.js"
import { header, type ResponseHeaders } from "./transient.js"

/** Statuses by which GitHub redirects a request without executing it. */
const moved = new Set([301, 302, 307, 308])

/** The failure for a 3xx status that was not followed. Reads are followed if allowed, writes almost never. */
export function redirected(status: number, headers: ResponseHeaders): Failure {
  if (status === 0) return hiddenTarget
  const target = targetOf(headers)
  if (target === undefined || !moved.has(status)) {
    const isSame = status === 304
    const message = `GitHub answered HTTP ${status}${isSame ? ": the resource has not changed" : ", a redirect"}`
    // A 303 means that the result is elsewhere, a 304 that it has not changed: the request may have been executed.
    const outcome = moved.has(status) ? "rejected" : "unknown"
    return permanent("UNKNOWN", outcome, message, { fix: isSame ? fixOfSame : fixOfBase })
  }
  if (!repository.test(target)) {
    return rejected("UNKNOWN", `GitHub answered HTTP ${status}, a redirect to ${target}`, fixOfBase)
  }
  const message = `The repository has moved: its new address is ${target}`
  return rejected("NOT_FOUND", message, fixOfRenamed)
}

/** The failure of a request whose redirects do not end. */
export function redirectedOn(times: number): Failure {
  const message = `GitHub redirected more than ${times} times`
  return rejected("UNKNOWN", message, fixOfBase)
}

const fixOfBase = "Check base_url: an API address does not redirect"
const fixOfSame = "Remove if-none-match and if-modified-since to get it again"
const fixOfRenamed =
  "Read the repository to learn its new owner and name, and repeat the call with them"

/** The message for browsers, which hide even the status of a redirect that they must not follow. */
const hiddenTarget = permanent(
  "UNKNOWN",
  "unknown",
  "GitHub answered with a redirect, whose target the browser hides",
  { fix: fixOfRenamed },
)

const repository = /\/(?:repositories\/\d+|repos\/[^/]+\/[^/]+)(?:\/|$)/

/** The target without its query, which contains a signature where logs are stored. */
function targetOf(headers: ResponseHeaders): string | undefined {
  const location = header(headers, "location")
  if (location === undefined || location.length > 8_000) return undefined
  if (!URL.canParse(location)) return location.startsWith("/") ? path(location) : undefined
  const { protocol, host, pathname } = new URL(location)
  return brief(`${protocol}//${host}${pathname}`, 500)
}

function path(location: string): string {
  return brief(location.split(/[?#]/, 1)[0] ?? "", 500)
}
