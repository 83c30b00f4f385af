import { type Failure, redactDeep } from "../errors/index.js"
import { type GraphqlTransport, graphqlTransport } from "../graphql/transport.js"
import { checkTimeout } from "../scope.js"
import { credentialsOf, octokitCredentials, type TokenSource } from "./credentials.js"
import { type Endpoint, endpointOf, endpointOfHost, isGithubHost } from "./endpoint.js"
import { variable } from "./environment.js"
import { createHttp } from "./http.js"
import type { OctokitLike } from "./octokit.js"

export interface ClientOptions {
  /** A token, or a function that gives one and is asked before every request. */
  token?: TokenSource
  /** An Octokit of your own, with its authentication and plugins; `token` is not used then. */
  octokit?: OctokitLike
  /** Another GitHub than github.com: `https://ghes.example.com/api/v3`. */
  base_url?: string
  /** Limit of one HTTP request, 30,000 by default: GitHub itself gives up after 10 seconds. */
  timeout_ms?: number
  /**
   * How many operations of a chain share a document: at most 20 queries and 10 mutations, since
   * GitHub answers within 10 seconds or not at all. `false` sends each operation alone.
   */
  batch?: boolean | Partial<BatchLimits>
  /** Check results against their contract; by default in development and tests (`NODE_ENV`). */
  validate_output?: boolean
}

/** Most operations in one document. */
export interface BatchLimits {
  readonly queries: number
  readonly mutations: number
}

/** A connection to one GitHub. Calls hold no state of their own, so one client serves them all. */
export interface Client {
  readonly endpoint: Endpoint
  readonly graphql: GraphqlTransport
  readonly batch: BatchLimits
  readonly validate_output: boolean
  /** A copy of plain data without anything that looks like a token or is one of the client's. */
  redact<T>(value: T): T
  /** Why no HTTP request can be made, undefined where one can. */
  unauthenticated(): Failure | undefined
}

const defaultTimeoutMs = 30_000

/**
 * Makes a client. Sends nothing.
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(options: ClientOptions = {}): Client {
  checkTimeout(options.timeout_ms)
  const { octokit } = options
  const endpoint = endpointFor(options)
  const credentials = octokit
    ? octokitCredentials
    : credentialsOf(options.token, endpoint.host, fixFor(endpoint.host))
  const http = createHttp({
    octokit,
    credentials,
    timeout_ms: options.timeout_ms ?? defaultTimeoutMs,
  })
  return {
    endpoint,
    graphql: graphqlTransport(http, endpoint.graphql),
    batch: batchLimits(options.batch),
    validate_output:
      options.validate_output ?? ["development", "test"].includes(variable("NODE_ENV") ?? ""),
    redact: (value) => redactDeep(value, credentials.secrets),
    unauthenticated: credentials.missing,
  }
}

function batchLimits(batch: ClientOptions["batch"] = true): BatchLimits {
  if (batch === false) return { queries: 1, mutations: 1 }
  const limits = { queries: 20, mutations: 10, ...(batch === true ? {} : batch) }
  for (const [name, limit] of Object.entries(limits)) {
    if (Number.isInteger(limit) && limit > 0) continue
    throw new RangeError(`batch.${name} must be a whole number of at least 1, not ${limit}`)
  }
  return limits
}

function endpointFor({ base_url, octokit }: ClientOptions): Endpoint {
  const base = base_url ?? octokit?.request.endpoint.DEFAULTS.baseUrl
  return base === undefined ? endpointOfHost("github.com") : endpointOf(base)
}

function fixFor(host: string): string {
  const name = isGithubHost(host) ? "GH_TOKEN" : "GH_HOST and GH_ENTERPRISE_TOKEN"
  return `Set ${name}, or pass \`token\` to createGhx`
}
