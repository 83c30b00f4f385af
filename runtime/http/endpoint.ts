/** Where one GitHub answers. */
export interface Endpoint {
  /** The host that people and tokens know: `github.com`, `ghes.example.com`. */
  readonly host: string
  /** Base of the REST interface, without a trailing slash. */
  readonly rest: string
  /**
   * Base of the addresses that take files, without a trailing slash: the `upload_url` of a release.
   *
   * https://docs.github.com/en/rest/releases/assets#upload-a-release-asset
   */
  readonly uploads: string
  /** The GraphQL interface. */
  readonly graphql: string
}

/**
 * Endpoints of the GitHub behind a base URL.
 *
 * `https://ghes.example.com`, the same with `/api/v3` and the same with `/api/graphql` all name one
 * Enterprise Server. Plain HTTP is no GitHub but a sandbox or a proxy, which answers at its root.
 */
export function endpointOf(base_url: string): Endpoint {
  const url = parseUrl(base_url)
  const path = url.pathname.replace(/\/+$/, "")
  const { origin } = url
  if (isGithubCom(url.hostname)) return endpointOfHost("github.com")
  if (isTenant(url.hostname)) return endpointOfHost(url.hostname.replace(/^api\./, ""))
  const server = path.match(/^(.*)\/api(?:\/v3|\/graphql)?$/)
  if (server) return enterprise(`${origin}${server[1]}`, url.host)
  if (path === "" && url.protocol === "https:" && !isLoopback(url.hostname)) {
    return enterprise(origin, url.host)
  }
  const root = `${origin}${path.replace(/\/graphql$/, "")}`
  return { host: url.host, rest: root, uploads: root, graphql: `${root}/graphql` }
}

/** Endpoints of a host as `GH_HOST` names it. */
export function endpointOfHost(host: string): Endpoint {
  if (isGithubCom(host)) {
    const rest = "https://api.github.com"
    const uploads = "https://uploads.github.com"
    return { host: "github.com", rest, uploads, graphql: `${rest}/graphql` }
  }
  if (isTenant(host)) {
    const rest = `https://api.${host}`
    return { host, rest, uploads: `https://uploads.${host}`, graphql: `${rest}/graphql` }
  }
  if (!/^[^\s/?#@\\]+$/.test(host)) {
    throw new TypeError(`A host is a name such as github.example.com, not ${JSON.stringify(host)}`)
  }
  return enterprise(`https://${host}`, host)
}

function enterprise(root: string, host: string): Endpoint {
  return {
    host,
    rest: `${root}/api/v3`,
    uploads: `${root}/api/uploads`,
    graphql: `${root}/api/graphql`,
  }
}

/** Whether `GH_TOKEN` and `GITHUB_TOKEN` were made for this host, as `gh` has it. */
export function isGithubHost(host: string): boolean {
  return isGithubCom(host) || isTenant(host)
}

/** An address of this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function isGithubCom(hostname: string): boolean {
  return ["github.com", "api.github.com", "www.github.com"].includes(hostname)
}

/** GitHub Enterprise Cloud with data residency: one subdomain a tenant. */
function isTenant(hostname: string): boolean {
  return hostname.endsWith(".ghe.com")
}

function parseUrl(base_url: string): URL {
  const url = URL.canParse(base_url) ? new URL(base_url) : undefined
  if (url?.protocol === "https:" || url?.protocol === "http:") return url
  throw new TypeError(`base_url must be an http or https URL, not ${JSON.stringify(base_url)}`)
}
