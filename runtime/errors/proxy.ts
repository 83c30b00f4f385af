import { type Failure, permanent } from "./failure.js"
import { shorten } from "./shorten.js"
import { header, type ResponseHeaders } from "./transient.js"

const PROXY_VARIABLES = [
  "HTTPS_PROXY",
  "https_proxy",
  "ALL_PROXY",
  "all_proxy",
  "HTTP_PROXY",
  "http_proxy",
]

/** A proxy on the way requires authentication; the request did not reach GitHub. */
export function proxyAuthFailure(headers: ResponseHeaders = {}): Failure {
  const realm = header(headers, "proxy-authenticate")?.match(/\brealm="([^"]*)"/)?.[1]
  const name = configured() ?? (realm ? `"${shorten(realm, 100)}"` : "on the way to GitHub")
  return permanent("AUTH", "not_sent", `The proxy ${name} requires authentication (HTTP 407)`, {
    fix: "Set the proxy's user and password, for example HTTPS_PROXY=http://user:password@host:port",
  })
}

/** The proxy that the environment configures, without its user and password. */
function configured(): string | undefined {
  const env = globalThis.process?.env ?? {}
  const [address] = PROXY_VARIABLES.flatMap((name) => env[name] || [])
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined
}

/**
 * The fix if the environment configures a proxy that this process ignores. Node reads the variables only if told to,
 * from 22.21 and 24 on; Bun and Deno always do.
 */
export function ignoredProxy(): string | undefined {
  const { bun, deno, node } = globalThis.process?.versions ?? {}
  const name = PROXY_VARIABLES.find((one) => globalThis.process?.env?.[one])
  if (name === undefined || node === undefined || bun !== undefined || deno !== undefined) return
  const [major = 0, minor = 0] = node.split(".").map(Number)
  const canRead = major >= 24 || (major === 22 && minor >= 21)
  const { env, execArgv } = globalThis.process
  if (canRead && (env.NODE_USE_ENV_PROXY === "1" || execArgv.includes("--use-env-proxy"))) return
  const instead = canRead ? "" : ", with Node 22.21, 24 or newer"
  return `${name} is set, but Node ${node} ignores it: set NODE_USE_ENV_PROXY=1${instead}, or pass a \`fetch\` that uses the proxy`
}
