import { type Failure, ignoredProxy, noAnswer, proxyRefused } from "../errors/index.js"

/** Errors before a connection is established, in the codes of Node, undici and Bun. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
])

/** System calls that need an established connection, after which a host can still become unreachable. */
const underWay = new Set(["read", "write", "writev", "shutdown"])

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

/** OpenSSL's errors for a server that does not speak TLS. */
const noTls = /^(?:ERR_SSL_\w+|EPROTO)$/

/**
 * Classifies a missing answer by its reason, and by what is known about the request. `elsewhere` means that a
 * redirect led to a host outside the API.
 */
export function classifyNetwork(
  error: unknown,
  host: string,
  sent: boolean,
  elsewhere = false,
): Failure {
  if (isProxyRefusal(error)) return proxyRefused()
  const faults = unwrap(error)
  const code = faults.map((fault) => fault.code).find((value) => value !== undefined)
  const untrusted = code !== undefined && certificate.test(code)
  const unencrypted = code !== undefined && noTls.test(code)
  const connecting =
    unencrypted ||
    faults.some(
      ({ code = "", syscall = "" }) =>
        syscall === "connect" || (neverConnected.has(code) && !underWay.has(syscall)),
    )
  const fix = untrusted
    ? "Trust the server's certificate, for example with NODE_EXTRA_CA_CERTS"
    : unencrypted
      ? `Check the port of ${host}, and whether base_url begins with https:// although the server uses http`
      : connecting &&
        (elsewhere
          ? `GitHub redirects to ${host}: check that it is reachable from here`
          : (ignoredProxy() ?? `Check the network, and that base_url (${host}) is a GitHub server`))
  const last = faults.at(-1)?.message ?? "unknown error"
  const cause = unencrypted ? "it does not speak TLS" : last
  const reason = code !== undefined && !cause.includes(code) ? `${cause} (${code})` : cause
  return {
    ...noAnswer(reason, host, sent && !connecting && !untrusted),
    transient: !untrusted,
    ...(fix && { details: { fix } }),
  }
}

/**
 * Whether a proxy answered 407. As its standard demands, `fetch` reports that as a network error, without a message
 * in undici. Behind a tunnel, the error has the status.
 */
function isProxyRefusal(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (/^Proxy response \(407\)|^proxy authentication required/i.test(current.message)) return true
    const { cause } = current
    const isFetchs = current instanceof TypeError && cause instanceof Error
    if (isFetchs && cause.message === "" && cause.constructor === Error) {
      return property(cause, "code") === undefined && cause.cause === undefined
    }
    current = cause
  }
  return false
}

interface Fault {
  message: string
  code: string | undefined
  syscall: string | undefined
}

/** The error and its causes, outermost first: `fetch` hides the reason two levels deep. */
function unwrap(error: unknown): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    seen.add(current)
    faults.push({
      message: current.message,
      // Octokit's own error code is the status; before @octokit/core 6, reading it prints a warning.
      code: current.name === "HttpError" ? undefined : property(current, "code"),
      syscall: property(current, "syscall"),
    })
    // Trying IPv6 and IPv4 gives one error with an empty message and one error per address.
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined)
  }
  return faults.filter((fault) => fault.message !== "")
}

function property(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === "string" ? value : undefined
}
