import type { TokenSource } from "../http/index.js"
import {
  type Endpoint,
  endpointOf,
  endpointOfHost,
  isGithubHost,
  isLoopback,
} from "../http/index.js"
import { checkOptions } from "../input/index.js"
import type { GhOptions } from "./gh.js"

/** What the environment says about GitHub, in `gh`'s variables. */
export interface EnvironmentOptions {
  readonly base_url: string
  readonly token?: TokenSource
  /** Without a token for this GitHub, the one that gh is logged in with is asked for. */
  readonly gh?: GhOptions
}

/** An environment variable, on every runtime that has any; empty means absent, as for `gh`. */
export function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}

/**
 * The GitHub that the environment points at, with the token made for that host, and no other.
 *
 * `GHX_BASE_URL` wins over `GH_HOST`, which wins over github.com. For clients that want more than
 * the default one: `createGhx({ ...fromEnvironment(), read_only: true })`.
 *
 * @param options - `host`: in place of `GH_HOST`; its token is that of `gh` unless the environment has one for it
 * @throws where `GHX_BASE_URL` is another GitHub than the `host`; a sandbox stands for all of them
 */
export function fromEnvironment(options: { host?: string } = {}): EnvironmentOptions {
  checkOptions("fromEnvironment", options, { host: "string" })
  const { host } = options
  const base_url = variable("GHX_BASE_URL")
  const endpoint = base_url ? endpointOf(base_url) : endpointOfHost(host ?? environmentHost())
  if (
    host !== undefined &&
    host !== endpoint.host &&
    !isLoopback(new URL(endpoint.rest).hostname)
  ) {
    throw new TypeError(`GHX_BASE_URL leads to ${endpoint.host}, not to ${host}`)
  }
  const token = tokenFor(endpoint)
  const credentials = token !== undefined ? { token } : { gh: { login: true } }
  return { base_url: base_url ?? endpoint.rest, ...credentials }
}

function environmentHost(): string {
  return variable("GH_HOST")?.toLowerCase() ?? "github.com"
}

function tokenFor({ host, rest }: Endpoint): string | undefined {
  if (isGithubHost(host)) return variable("GH_TOKEN") ?? variable("GITHUB_TOKEN")
  if (host === environmentHost()) {
    return variable("GH_ENTERPRISE_TOKEN") ?? variable("GITHUB_ENTERPRISE_TOKEN")
  }
  // A sandbox wants some token and must never see a real one.
  return isLoopback(new URL(rest).hostname) ? "sandbox-token" : undefined
}
