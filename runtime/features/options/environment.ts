import { type Client, variable } from "../../client/index.js"
import {
  type Endpoint,
  endpointOf,
  endpointOfHost,
  isGithubHost,
  isLoopback,
  type TokenSource,
} from "../../http/index.js"
import { checkOptions } from "../../input/index.js"
import { type GhOptions, gh } from "../gh/index.js"
import { createClient } from "./create-client.js"

/** Options for a GitHub, from the environment variables of `gh`. */
export interface EnvironmentOptions {
  readonly base_url: string
  readonly token?: TokenSource
  /** Used without a token. A sandbox on this machine provides its own token; otherwise gh's login applies. */
  readonly gh?: GhOptions
}

/**
 * The GitHub that the environment points at, with the token for that host, and no other.
 *
 * `GHX_BASE_URL` takes precedence over `GH_HOST`, then the GitHub that runs the workflow (`GITHUB_API_URL`
 * in Actions), then github.com. For clients with more than the default options: `createGhx({
 * ...fromEnvironment(), read_only: true })`.
 *
 * @param options - `host` replaces `GH_HOST`; its token is that of `gh` unless the environment has one for
 *   it
 * @throws if `GHX_BASE_URL` is a different GitHub than `host`; a sandbox serves every host
 */
export function fromEnvironment(options: { host?: string } = {}): EnvironmentOptions {
  checkOptions("fromEnvironment", options, { host: "string" })
  const { host } = options
  const base_url = variable("GHX_BASE_URL")
  const named = host === undefined ? environmentEndpoint : () => endpointOfHost(host)
  const endpoint = base_url ? endpointOf(base_url) : named()
  if (
    base_url &&
    host !== undefined &&
    host.toLowerCase() !== endpoint.host &&
    !isLoopback(new URL(endpoint.rest).hostname)
  ) {
    throw new TypeError(`GHX_BASE_URL is ${endpoint.host}, not ${host}`)
  }
  const token = tokenFor(endpoint, base_url !== undefined)
  const credentials = token !== undefined ? { token } : { gh: { login: true } }
  return { base_url: base_url ?? endpoint.rest, ...credentials }
}

function environmentEndpoint(): Endpoint {
  const host = variable("GH_HOST")
  // In GitHub Actions, the default is the GitHub that runs the workflow.
  const api = variable("GITHUB_ACTIONS") && variable("GITHUB_API_URL")
  return api && !host ? endpointOf(api) : endpointOfHost(host ?? "github.com")
}

function tokenFor({ host, rest }: Endpoint, isChosen: boolean): string | undefined {
  const ofGithub = () => variable("GH_TOKEN") ?? variable("GITHUB_TOKEN")
  const ofServer = () => variable("GH_ENTERPRISE_TOKEN") ?? variable("GITHUB_ENTERPRISE_TOKEN")
  if (isGithubHost(host)) return ofGithub()
  if (host === environmentEndpoint().host) {
    // If no variable of gh names the server, it is the server of the workflow, and `GITHUB_TOKEN` belongs to it.
    return ofServer() ?? (variable("GH_HOST") ? undefined : variable("GITHUB_TOKEN"))
  }
  // A proxy or sandbox on this machine gets the token of the GitHub that it represents.
  return isChosen && isLoopback(new URL(rest).hostname) ? (ofGithub() ?? ofServer()) : undefined
}

/**
 * The repository that `GH_REPO` names, else that of the running workflow (`GITHUB_REPOSITORY` of Actions).
 *
 * @throws TypeError if neither is set
 *
 * @example
 * const issues = await ghx.issue.list({ ...environmentRepository(), state: "OPEN" })
 */
export function environmentRepository(): { owner: string; repo: string } {
  const named = variable("GH_REPO") ?? variable("GITHUB_REPOSITORY")
  const [repo, owner] = named?.split("/").reverse() ?? []
  if (!owner || !repo)
    throw new TypeError("GH_REPO or GITHUB_REPOSITORY is not set, or not of the form owner/repo")
  return { owner, repo }
}

let client: Client | undefined
let environment: string | undefined

/**
 * The client that the environment describes. Created on first use, and again when the variables change: test runners
 * keep modules between files, and each file may have its own sandbox.
 */
export function environmentClient(): Client {
  const options = fromEnvironment()
  const now = JSON.stringify(options)
  if (client === undefined || now !== environment) {
    client = createClient(options)
    environment = now
  }
  return client
}

/** The token for the GitHub that the environment describes, or for another host, as far as there is one. */
export async function environmentToken(
  options: { host?: string } = {},
): Promise<string | undefined> {
  const { base_url, token, gh: login } = fromEnvironment(options)
  const { credentials } = gh(login)
  const known = await credentials?.(endpointOf(base_url), { token, fetch: undefined }).token()
  return known?.ok ? known.value : undefined
}
