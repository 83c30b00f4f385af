/** The gh command, and its login. */
import type { ClientFeature } from "../../client/index.js"
import {
  type Credentials,
  credentialsOf,
  type Endpoint,
  isGithubHost,
  isLoopback,
  loginCredentials,
} from "../../http/index.js"
import { checkOptions } from "../../input/index.js"

export { cliRoute } from "./route.js"

/** Options for running the `gh` command. */
export interface GhOptions {
  /** Path of the executable; by default, `PATH` is searched. */
  path?: string | undefined
  /** Environment variables for it, such as `GH_CONFIG_DIR`. */
  env?: Readonly<Record<string, string>> | undefined
  /** The local clone for commands such as `pr.checkout`; the current folder by default. */
  cwd?: string | undefined
  /** Use the token of gh's login if the client has no token. */
  login?: boolean | undefined
}

/** How a client runs gh, and where its token comes from if it has none. */
export function gh(options: GhOptions = {}): ClientFeature {
  const known = { path: "string", env: "object", cwd: "string", login: "boolean" } as const
  const { path = "gh", env = {}, cwd, login } = checkOptions("`gh`", options, known)
  return {
    name: "gh",
    // After an Octokit, which brings its own credentials.
    rank: 1,
    credentials(endpoint, { token, fetch }) {
      const fix = fixFor(isGithubHost(endpoint.host) || isLoopback(new URL(endpoint.rest).hostname))
      return token === undefined && login
        ? credentialsOfLogin({ path, env }, endpoint, fetch, fix)
        : credentialsOf(token, endpoint.host, fix)
    },
    client: ({ gh }) => ({ gh: { ...gh, path, env, cwd } }),
  }
}

function credentialsOfLogin(
  { path, env }: { readonly path: string; readonly env: Readonly<Record<string, string>> },
  { host, rest }: Endpoint,
  fetch: typeof globalThis.fetch | undefined,
  fix: string,
): Credentials {
  const ask = async () => (await import("./logins.js")).tokenOfGh(path, env, host)
  const login = loginCredentials(
    ask,
    host,
    `Run \`gh auth login\`, or ${fix[0]?.toLowerCase()}${fix.slice(1)}`,
  )
  return isLoopback(new URL(rest).hostname) ? sandboxCredentials(rest, fix, login, fetch) : login
}

/** Credentials without a token: a sandbox at a loopback address provides one, otherwise `login`. */
function sandboxCredentials(
  rest: string,
  fix: string,
  login: Credentials,
  fetch: typeof globalThis.fetch | undefined,
): Credentials {
  let made: Promise<Pick<Credentials, "token" | "missing">> | undefined
  const loaded = () => {
    made ??= import("./sandbox-token.js").then(({ sandboxCredentials }) =>
      sandboxCredentials(rest, fix, login, fetch),
    )
    return made
  }
  return {
    ...login,
    token: async () => (await loaded()).token(),
    missing: async () => (await loaded()).missing(),
  }
}

function fixFor(takesGhToken: boolean): string {
  // For example an edge worker, which gets its secrets as arguments.
  if (!globalThis.process?.env)
    return "Pass `token` to createGhx: this platform has no environment variables"
  const name = takesGhToken ? "GH_TOKEN" : "GH_HOST and GH_ENTERPRISE_TOKEN"
  return `Set ${name}, or pass \`token\` to createGhx`
}
