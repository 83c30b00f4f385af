import { type Failure, ignoredProxy, noAnswer, proxyRefused } from "../errors/index.js"

/** Faults that happen before a connection stands, in the spelling of Node, undici and Bun. */
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

/** What only a connection that stands can fail at: a host may get out of reach in its midst, too. */
const underWay = new Set(["read", "write", "writev", "shutdown"])

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

/** OpenSSL met something else than TLS, and says so in its own words. */
const noTls = /^(?:ERR_SSL_\w+|EPROTO)$/

/**
 * No answer came: what the errors of a process say of why, and of what became of the request.
 * `elsewhere` says that a redirect led to the host, which is no API.
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
      ? `Check the port of ${host}, and whether base_url begins with https:// where the server speaks http`
      : connecting &&
        (elsewhere
          ? `GitHub's answer leads to ${host}: check that it can be reached from here`
          : (ignoredProxy() ??
            `Check the network, and that ${host} is where GitHub is: see base_url`))
  const last = faults.at(-1)?.message ?? "unknown error"
  const said = unencrypted ? "it does not speak TLS" : last
  const reason = code !== undefined && !said.includes(code) ? `${said} (${code})` : said
  return {
    ...noAnswer(reason, host, sent && !connecting && !untrusted),
    transient: !untrusted,
    ...(fix && { details: { fix } }),
  }
}

/**
 * Whether a proxy answered 407. To `fetch` that is no answer but a network error, by its standard, and
 * undici gives it no words at all; behind a tunnel it tells the status.
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

/** The error and its causes, outermost first: `fetch` hides what happened two levels deep. */
function unwrap(error: unknown): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<unknown>()
  let current = error
  while (current instanceof Error && !seen.has(current)) {
    seen.add(current)
    faults.push({
      message: current.message,
      // An Octokit's own is the status, and of before @octokit/core 6 it prints a warning to whoever asks.
      code: current.name === "HttpError" ? undefined : property(current, "code"),
      syscall: property(current, "syscall"),
    })
    // Trying IPv6 and IPv4 gives one error with an empty message and one error an address.
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined)
  }
  return faults.filter((fault) => fault.message !== "")
}

function property(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === "string" ? value : undefined
}
