import type { JsonSchema } from "../definition/index.js"
import type { RouteType } from "../envelope/index.js"
import { type Failure, redactDeep } from "../errors/index.js"
import {
  type GraphqlTransport,
  graphqlTransport,
  type Identities,
  type LookupCache,
  lookupCache,
  type Remembered,
  retryingTransport,
} from "../graphql/index.js"
import { type Guard, guardOf } from "../guard/index.js"
import {
  createHttp,
  type Endpoint,
  endpointOf,
  endpointOfHost,
  type Http,
  importOctokit,
  type OctokitLike,
  responseStoreOf,
} from "../http/index.js"
import { checkOptions } from "../input/index.js"
import { type Interceptor, interceptorsOf } from "../intercept/index.js"
import { type CleanResult, cleanDeep, cleanProse } from "../text/index.js"
import { type RetryPolicy, retryPolicy } from "../timing/index.js"
import { type Traffic, trafficOf } from "../traffic/index.js"
import { withinBudget } from "./budget.js"
import { variable } from "./environment.js"
import { credentialsFor, type Gh, ghOf } from "./gh.js"
import { type BatchLimits, batchLimits, concurrencyLimits } from "./limits.js"
import { type ClientOptions, clientOptions } from "./options.js"
import type { Recording } from "./recording.js"
import { routesOf } from "./routes.js"

/** A connection to one GitHub. A client has no state of single calls, so all calls can share it. */
export interface Client {
  readonly endpoint: Endpoint
  readonly http: Http
  /** Decides when requests may be sent. */
  readonly traffic: Traffic
  readonly graphql: GraphqlTransport
  readonly retry: RetryPolicy
  /** The routes that may be taken, in order; undefined if the card decides. */
  readonly routes: readonly RouteType[] | undefined
  /** Time limit of one request, and of one `gh` command. */
  readonly timeout_ms: number
  /** Maximum number of bytes that are read of an answer. */
  readonly max_response_bytes: number
  readonly gh: Gh
  readonly guard: Guard
  /** Removes hidden characters from messages. */
  clean<T>(value: T): T
  /** Removes hidden characters from the prose in a result. */
  cleanProse<T>(result: T, schema: JsonSchema): CleanResult<T>
  readonly batch: BatchLimits
  /** The cache of lookups; undefined if the client does not remember any. */
  readonly lookups: LookupCache | undefined
  /** Gives access to the answers that the chain of this client already knows. */
  readonly remembered?: () => Promise<Remembered>
  /** Ids from results, for lookups of later calls; undefined if the client does not remember any. */
  readonly identities: Identities | undefined
  readonly validate_output: boolean
  /** Copies plain data without tokens: the client's own, and anything that looks like one. */
  redact<T>(value: T): T
  /** The reason why no HTTP request is possible; undefined if one is. */
  unauthenticated(): Failure | undefined | Promise<Failure | undefined>
  /** Interceptors, from the outermost inwards. */
  readonly interceptors: readonly Interceptor[]
  /** Where writes are recorded instead of being sent. */
  readonly recording?: Recording | undefined
}

/**
 * Makes a client. Sends nothing.
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(given: ClientOptions = {}): Client {
  const options = checkOptions("A client", given, clientOptions)
  const endpoint = endpointFor(options)
  const { octokit, auth, token } = options
  const credentials = credentialsFor(options, endpoint)
  const { timeout_ms = 30_000 } = options
  const throughOctokit = octokitOf(options, endpoint, timeout_ms)
  const { max_response_bytes = 100_000_000 } = options
  const unpaced = trafficOf(endpoint.host, concurrencyLimits(options.concurrency))
  const traffic = options.budget
    ? withinBudget(unpaced, options.budget, timeout_ms, endpoint.host, credentials)
    : unpaced
  const http = createHttp({
    traffic,
    octokit: throughOctokit,
    fetch: options.fetch,
    foreign: octokit !== undefined,
    strategy: octokit === undefined && auth !== undefined,
    credentials,
    base: endpoint.rest,
    // With `repos`, a redirect could lead to another repository.
    redirects: options.repos === undefined,
    responses: options.response_cache && responseStoreOf(options.response_cache),
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
    gh: ghOf(options.gh, credentials, Boolean(token), throughOctokit),
    guard: guardOf(options),
    ...(options.raw_text ? withoutCleaning : { clean: cleanDeep, cleanProse }),
    batch: batchLimits(options.batch),
    lookups: options.cache ? lookupCache(options.cache) : undefined,
    // With `repos`, a remembered number could lead to another repository if the name of its repository was reused.
    identities:
      options.cache === false || options.repos
        ? undefined
        : { ...Object(options.cache), known: new Map() },
    validate_output:
      options.validate_output ?? ["development", "test"].includes(variable("NODE_ENV") ?? ""),
    redact: (value) => redactDeep(value, credentials.secrets),
    unauthenticated: credentials.missing,
    interceptors: interceptorsOf(options.interceptors),
  }
}

/** The part of a client with `raw_text`. */
export const withoutCleaning: Pick<Client, "clean" | "cleanProse"> = {
  clean: (value) => value,
  cleanProse: (data) => ({ data, cleaned: [] }),
}

/** Throws if the argument is not a client, for example if it is the options of one. */
export function checkClient(client: Client): void {
  if ("guard" in Object(client)) return
  throw new TypeError("The client must come from createClient")
}

/** The caller's Octokit, or one with a strategy, created by the first request; undefined without both. */
function octokitOf(options: ClientOptions, { rest }: Endpoint, timeout_ms: number) {
  const { octokit, auth, fetch } = options
  if (octokit) return async () => octokit
  if (!auth) return undefined
  let own: Promise<OctokitLike> | undefined
  return async (): Promise<OctokitLike> => {
    own ??= importOctokit({ ...auth, baseUrl: rest }, timeout_ms, fetch).catch((error: unknown) => {
      own = undefined
      throw error
    })
    return own
  }
}

function endpointFor({ base_url, octokit, auth, fetch }: ClientOptions): Endpoint {
  if (octokit && typeof octokit.request !== "function") {
    throw new TypeError("octokit takes an Octokit")
  }
  if (octokit && fetch) throw new TypeError("pass fetch to the Octokit: request: { fetch }")
  if (auth && typeof auth.authStrategy !== "function") {
    throw new TypeError(
      "auth takes { authStrategy, auth }, such as { authStrategy: createAppAuth, auth: { … } }",
    )
  }
  const base = base_url ?? octokit?.request.endpoint.DEFAULTS.baseUrl
  return base === undefined ? endpointOfHost("github.com") : endpointOf(base)
}
