import type { Gh } from "../client/index.js"
import type { Credentials, OctokitLike, Token } from "../http/index.js"
import {
  credentialsOf,
  type Endpoint,
  isGithubHost,
  isLoopback,
  loginCredentials,
  noCredentials,
  octokitCredentials,
} from "../http/index.js"
import { checkOptions } from "../input/index.js"

/** Options for running the `gh` command. */
export interface GhOptions {
  /** Path of the executable; by default, `PATH` is searched. */
  path?: string
  /** Environment variables for it, such as `GH_CONFIG_DIR`. */
  env?: Readonly<Record<string, string>>
  /** The local clone for commands such as `pr.checkout`; the current folder by default. */
  cwd?: string
  /** Use the token of gh's login if the client has no token. */
  login?: boolean
}

export function ghOf(
  options: GhOptions | undefined,
  credentials: Credentials,
  hasToken: boolean,
  octokit: (() => Promise<OctokitLike>) | undefined,
): Gh {
  if (options) {
    const known = { path: "string", env: "object", cwd: "string", login: "boolean" } as const
    checkOptions("`gh`", options, known)
  }
  const { path = "gh", env = {}, cwd } = options ?? {}
  const none = async (): Promise<Token> => ({ ok: true, value: undefined })
  const token = octokit
    ? async () => (await import("../gh/index.js")).tokenOfOctokit(octokit, credentials)
    : hasToken
      ? async () => credentials.token()
      : none
  return { path, env, cwd, hasToken: hasToken || octokit !== undefined, token }
}

/** Credentials from a client's options: Octokit's own, a token, or gh's login. */
export function credentialsFor(
  { octokit, auth, token, gh, fetch }: Sources,
  { host, rest }: Endpoint,
): Credentials {
  const { protocol, hostname } = new URL(rest)
  if (protocol === "http:" && !isLoopback(hostname)) {
    const message = `${host} uses plain HTTP, which would expose the token`
    return noCredentials(message, "Use a base_url that begins with https://")
  }
  if (octokit || auth) return octokitCredentials()
  const local = isLoopback(hostname)
  const fix = fixFor(isGithubHost(host) || local)
  if (token !== undefined || !gh?.login) return credentialsOf(token, host, fix)
  const { path = "gh", env = {} } = gh
  const ask = async () => (await import("../gh/index.js")).tokenOfGh(path, env, host)
  const login = loginCredentials(
    ask,
    host,
    `Run \`gh auth login\`, or ${fix[0]?.toLowerCase()}${fix.slice(1)}`,
  )
  return local ? sandboxCredentials(rest, fix, login, fetch) : login
}

/** Credentials without a token: a sandbox at a loopback address provides one, otherwise `login`. */
function sandboxCredentials(
  rest: string,
  fix: string,
  login: Credentials,
  fetch: Sources["fetch"],
): Credentials {
  let asking: Promise<Token | null> | undefined
  const token = async (): Promise<Token> => {
    asking ??= import("./sandbox-token.js").then(({ sandboxToken }) =>
      sandboxToken(rest, fix, fetch),
    )
    const known = await asking
    if (known?.ok && known.value) login.remember(known.value)
    else if (known?.ok) asking = undefined
    return known ?? login.token()
  }
  const missing = async () => {
    const known = await token()
    return known.ok ? undefined : known.failure
  }
  return { ...login, token, missing }
}

interface Sources {
  octokit?: unknown
  auth?: unknown
  token?: Parameters<typeof credentialsOf>[0]
  gh?: GhOptions
  fetch?: typeof globalThis.fetch
}

function fixFor(takesGhToken: boolean): string {
  // For example an edge worker, which gets its secrets as arguments.
  if (!globalThis.process?.env)
    return "Pass `token` to createGhx: this platform has no environment variables"
  const name = takesGhToken ? "GH_TOKEN" : "GH_HOST and GH_ENTERPRISE_TOKEN"
  return `Set ${name}, or pass \`token\` to createGhx`
}
