import { brief } from "./brief.js"
import { type Failure, lasting } from "./failure.js"
import { header, type ResponseHeaders } from "./headers.js"

/** A proxy on the way wants to know who asks; GitHub has not heard of the request. */
export function proxyRefused(headers: ResponseHeaders = {}): Failure {
  const realm = header(headers, "proxy-authenticate")?.match(/\brealm="([^"]*)"/)?.[1]
  const name = configured() ?? (realm ? `"${brief(realm, 100)}"` : "on the way to GitHub")
  return lasting("AUTH", "not_sent", `The proxy ${name} wants a login (HTTP 407)`, {
    fix: "Give the proxy's user and password, for example in HTTPS_PROXY=http://user:password@host:port",
  })
}

/** The proxy that the environment names, without its user and password. */
function configured(): string | undefined {
  const env = globalThis.process?.env ?? {}
  const names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"]
  const [address] = names.flatMap((name) => env[name] || [])
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined
}
