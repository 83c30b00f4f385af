import type { IncomingMessage } from "node:http"

/** The names in the certificate; each star stands for one label. */
export const GITHUB_HOSTS = [
  "github.com",
  "*.github.com",
  "*.githubusercontent.com",
  "*.actions.githubusercontent.com",
]

/** Whether the sandbox answers for the host: for all of GitHub's, so that no request leaves the machine. */
export const isGitHubHost = (host: string): boolean =>
  /^(?:[\w.-]+\.)?github(?:usercontent)?\.com$/i.test(host)

/** Names that no stranger can give to this machine: without a dot, or reserved, such as `host.docker.internal`. */
const PRIVATE = /^(?:[^.]*|.*\.(?:localhost|internal|test))$/i

const ADDRESS = /^(?:[\d.]+|\[.*)$/

const LOCAL = /^(?:(?:.*\.)?localhost|.*\.test|127(?:\.\d+){3}|\[::1\])$/i

/** Why a request is refused: the sandbox is no proxy for other hosts, and serves no web page of another machine. */
export function refusalOf({ url = "", headers, socket }: IncomingMessage): string | undefined {
  const [whole] = /^http:\/\/[^/]+/.exec(url) ?? []
  const { hostname = "github.com", port = "" } = whole === undefined ? {} : new URL(whole)
  if (!isGitHubHost(hostname) && Number(port) !== socket.localPort)
    return `The sandbox stands for GitHub only, not for ${hostname}`
  // Pages cannot reach a Unix socket, over which gh names any host.
  if (socket.remoteAddress === undefined) return undefined
  const name = (headers.host ?? "").replace(/:\d+$/, "")
  if (!PRIVATE.test(name) && !ADDRESS.test(name) && !isGitHubHost(name))
    return `The sandbox is not ${name}: use 127.0.0.1, or a name that ends with .localhost, .internal or .test`
  const { origin = "" } = headers
  const [, page] = /^https?:\/\/(.*?)(?::\d+)?$/.exec(origin) ?? []
  if (origin !== "null" && (page === undefined || page === name || LOCAL.test(page)))
    return undefined
  return `The sandbox serves no web page of the origin ${origin}: serve the page on http://localhost`
}
