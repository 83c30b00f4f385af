import { join } from "node:path"
import type { SandboxTool } from "../public/index.js"

/** What other programs need to know about a sandbox. */
export interface Place {
  readonly url: string
  readonly token: string
  /** Undefined without TLS. */
  readonly caFile: string | undefined
}

/** Loaded on demand, because few sandboxes need it. */
export const createTls = async () => (await import("./tls.js")).createTls()

const TOOLS = {
  gh: (place) => ({ ...proxied("gh", place), ...ghEnvironment(place.token), ...ownFolders(place) }),
  git: ({ url, token }) => gitEnvironment(url, token),
  node: (place) => ({
    GHX_BASE_URL: place.url,
    GITHUB_TOKEN: place.token,
    NODE_EXTRA_CA_CERTS: caOf("node", place),
    NODE_OPTIONS: `--import=${import.meta.resolve("ghx/sandbox/hosts")}`,
  }),
  octokit: ({ url, token, caFile }) => ({
    GITHUB_API_URL: url,
    GITHUB_GRAPHQL_URL: `${url}/graphql`,
    GITHUB_SERVER_URL: url,
    GITHUB_TOKEN: token,
    ...(caFile !== undefined && { NODE_EXTRA_CA_CERTS: caFile }),
  }),
  proxy: (place) => ({ ...proxied("proxy", place), GITHUB_TOKEN: place.token }),
} satisfies Record<SandboxTool, (place: Place) => Record<string, string>>

/** The environment in which a program uses the sandbox. @throws TypeError for tools that it cannot serve */
export function environmentOf(tool: SandboxTool, place: Place): Record<string, string> {
  if (Object.hasOwn(TOOLS, tool)) return TOOLS[tool](place)
  const names = Object.keys(TOOLS).join(", ")
  throw new TypeError(`sandbox.env knows no tool \`${tool}\`; it knows ${names}`)
}

function caOf(tool: SandboxTool, { caFile }: Place): string {
  if (caFile !== undefined) return caFile
  const instead = tool === "gh" ? ", or use `sandbox.serveGh()`" : ""
  throw new TypeError(
    `\`sandbox.env("${tool}")\` needs TLS: \`startSandbox({ https: true })\`${instead}`,
  )
}

/** Makes the sandbox the proxy of programs that reach GitHub by its own names. */
function proxied(tool: SandboxTool, place: Place): Record<string, string> {
  const ca = caOf(tool, place)
  const proxy = place.url.replace("https:", "http:")
  return {
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
    CURL_CA_BUNDLE: ca,
    GIT_SSL_CAINFO: ca,
    NODE_EXTRA_CA_CERTS: ca,
    NODE_USE_ENV_PROXY: "1",
    REQUESTS_CA_BUNDLE: ca,
    SSL_CERT_FILE: ca,
  }
}

export const ghEnvironment = (token: string): Record<string, string> => ({
  GH_TOKEN: token,
  GH_HOST: "github.com",
  GH_PROMPT_DISABLED: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  NO_COLOR: "1",
})

/** gh's settings, and what it remembers of a host, are not those of the user. */
function ownFolders(place: Place): Record<string, string> {
  const folder = join(caOf("gh", place), "..", "gh")
  return { GH_CONFIG_DIR: folder, XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder }
}

/**
 * Makes git use the sandbox as a proxy for GitHub, without TLS. git has no Unix sockets, and gh only recognizes remotes
 * that keep GitHub's host.
 */
export function gitEnvironment(url: string, token: string): Record<string, string> {
  const credential = Buffer.from(`x-access-token:${token}`).toString("base64")
  const insteadOf = "url.http://github.com/.insteadOf"
  const settings = [
    [insteadOf, "https://github.com/"],
    [insteadOf, `https://x-access-token:${token}@github.com/`],
    [insteadOf, "git@github.com:"],
    [insteadOf, "ssh://git@github.com/"],
    ["http.http://github.com/.proxy", url.replace("https:", "http:")],
    ["http.http://github.com/.extraHeader", `Authorization: Basic ${credential}`],
  ]
  const variables = settings.flatMap(([key = "", value = ""], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(variables),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_TERMINAL_PROMPT: "0",
  }
}
