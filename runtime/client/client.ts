import { cleanDeep } from "../clean-text.js"
import type { RouteType } from "../envelope.js"
import { type Failure, redactDeep } from "../errors/index.js"
import { type CacheLimits, type LookupCache, lookupCache } from "../graphql/lookup-cache.js"
import { retryingTransport } from "../graphql/retrying.js"
import { type GraphqlTransport, graphqlTransport } from "../graphql/transport.js"
import { type Guard, type GuardOptions, guardOf } from "../guard/index.js"
import { checkOptions, type Known } from "../known-options.js"
import { type RetryOptions, type RetryPolicy, retryPolicy } from "../retry.js"
import { checkTimeout } from "../scope.js"
import { type ConcurrencyLimits, type Traffic, trafficOf } from "../traffic/index.js"
import type { TokenSource } from "./credentials.js"
import { type Endpoint, endpointOf, endpointOfHost } from "./endpoint.js"
import { variable } from "./environment.js"
import { credentialsFor, type Gh, type GhOptions, ghOf } from "./gh.js"
import { createHttp, type Http } from "./http.js"
import { batchLimits, concurrencyLimits, positive } from "./limits.js"
import { importOctokit, type OctokitAuth, type OctokitLike } from "./octokit.js"
import { type ResponseCache, responseStore } from "./response-cache.js"
import { routesOf } from "./routes.js"

export interface ClientOptions extends GuardOptions {
  /** A token, or a function that gives one and is asked before every request. */
  token?: TokenSource
  /** An Octokit of your own, with its authentication and plugins; `token` is not used then. */
  octokit?: OctokitLike
  /** An auth strategy of Octokit, such as a GitHub App's; `token` is not used then. */
  auth?: OctokitAuth
  /** Another GitHub than github.com: `https://ghes.example.com/api/v3`. */
  base_url?: string
  /** Limit of one HTTP request or `gh` command, 30,000 by default: GitHub itself gives up after 10 seconds. */
  timeout_ms?: number
  /** The routes that may be taken, in order; by default those of the card. */
  routes?: readonly RouteType[]
  /**
   * Tries of one request: 3 within 10 seconds, `false` for a single one. A write that may have been
   * carried out is only tried again where the card says that it is idempotent.
   */
  retry?: RetryOptions | false
  /**
   * How many requests and `gh` commands may be under way at once: 100, and 10 of those that write;
   * further ones wait in line. GitHub allows no more, and counts by token: share one client.
   */
  concurrency?: Partial<ConcurrencyLimits>
  /** How the `gh` command is run, for the route that takes it. */
  gh?: GhOptions
  /**
   * How many operations of a chain share a document: at most 20 queries and 10 mutations, since
   * GitHub answers within 10 seconds or not at all. `false` sends each operation alone.
   */
  batch?: boolean | Partial<BatchLimits>
  /**
   * Remember what look-ups found, such as the node id of a label: not at all by default, with `true`
   * 500 answers for a minute. Any write of this client that may have been carried out clears it.
   */
  cache?: boolean | Partial<CacheLimits>
  /**
   * Keep what GitHub answers to reads over REST, and ask next time whether it still holds: an answer
   * that does costs nothing of the rate limit. A `Map` will do, or an `lru-cache`, which is bounded.
   * It holds what the token may see, so it belongs where a token may be kept.
   */
  response_cache?: ResponseCache
  /**
   * Most bytes of one answer that are read, 100 MB by default. A longer text, a diff or a log, is cut
   * off, and `meta.warnings` says so; longer JSON is an error.
   */
  max_response_bytes?: number
  /** Leave control and bidirectional characters in GitHub's texts; they are taken out by default. */
  raw_text?: boolean
  /**
   * Check results against every word of their contract; by default in development and tests
   * (`NODE_ENV`). Without it they are checked for required members and for the kinds of values.
   */
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
  readonly http: Http
  /** When what is sent to GitHub may be sent. */
  readonly traffic: Traffic
  readonly graphql: GraphqlTransport
  readonly retry: RetryPolicy
  /** The routes that may be taken, in order; undefined for those of the card. */
  readonly routes: readonly RouteType[] | undefined
  /** Limit of one request, and of one `gh` command. */
  readonly timeout_ms: number
  /** Most bytes of an answer that are read. */
  readonly max_response_bytes: number
  readonly gh: Gh
  readonly guard: Guard
  /** GitHub's texts as they are given to the caller. */
  clean<T>(value: T): T
  readonly batch: BatchLimits
  /** What look-ups found; undefined where it is not to be remembered. */
  readonly lookups: LookupCache | undefined
  readonly validate_output: boolean
  /** A copy of plain data without anything that looks like a token or is one of the client's. */
  redact<T>(value: T): T
  /** Why no HTTP request can be made, undefined where one can. */
  unauthenticated(): Failure | undefined | Promise<Failure | undefined>
}

const defaultTimeoutMs = 30_000

const known: Known<ClientOptions> = {
  token: true,
  octokit: true,
  auth: true,
  base_url: true,
  timeout_ms: true,
  routes: true,
  retry: true,
  concurrency: true,
  gh: true,
  batch: true,
  cache: true,
  response_cache: true,
  max_response_bytes: true,
  raw_text: true,
  validate_output: true,
  read_only: true,
  allow: true,
  deny: true,
  confirm: true,
}

/**
 * Makes a client. Sends nothing.
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(options: ClientOptions = {}): Client {
  checkOptions("A client", options, known)
  checkTimeout(options.timeout_ms)
  const endpoint = endpointFor(options)
  const { octokit, auth, token } = options
  const credentials = credentialsFor(options, endpoint)
  const timeout_ms = options.timeout_ms ?? defaultTimeoutMs
  const carrier = octokitOf(options, endpoint)
  const { max_response_bytes } = positive(
    "A client",
    { max_response_bytes: true },
    { max_response_bytes: options.max_response_bytes ?? 100_000_000 },
  )
  const traffic = trafficOf(endpoint.host, concurrencyLimits(options.concurrency))
  const http = createHttp({
    traffic,
    octokit: carrier,
    foreign: octokit !== undefined,
    strategy: octokit === undefined && auth !== undefined,
    credentials,
    base: endpoint.rest,
    responses: options.response_cache && responseStore(options.response_cache),
    timeout_ms,
    max_response_bytes,
  })
  const retry = retryPolicy(options.retry)
  return {
    endpoint,
    http,
    traffic,
    graphql: retryingTransport(graphqlTransport(http, endpoint.graphql), retry),
    retry,
    routes: routesOf(options.routes),
    timeout_ms,
    max_response_bytes,
    gh: ghOf(options.gh, credentials, Boolean(token), octokit || auth ? carrier : undefined),
    guard: guardOf(options),
    clean: options.raw_text ? (value) => value : cleanDeep,
    batch: batchLimits(options.batch),
    lookups: options.cache ? lookupCache(options.cache) : undefined,
    validate_output:
      options.validate_output ?? ["development", "test"].includes(variable("NODE_ENV") ?? ""),
    redact: (value) => redactDeep(value, credentials.secrets),
    unauthenticated: credentials.missing,
  }
}

/** The caller's Octokit, or one of our own that is made by the first request. */
function octokitOf({ octokit, auth }: ClientOptions, { rest }: Endpoint) {
  let own: Promise<OctokitLike> | undefined
  return async (): Promise<OctokitLike> => {
    if (octokit) return octokit
    own ??= importOctokit(auth && { ...auth, baseUrl: rest })
    return own
  }
}

function endpointFor({ base_url, octokit }: ClientOptions): Endpoint {
  const base = base_url ?? octokit?.request.endpoint.DEFAULTS.baseUrl
  return base === undefined ? endpointOfHost("github.com") : endpointOf(base)
}
