import {
  batchLimits,
  type Client,
  concurrencyLimits,
  variable,
  withoutCleaning,
} from "../client/index.js"
import { redactDeep } from "../errors/index.js"
import { graphqlTransport, lookupCache, retryingTransport } from "../graphql/index.js"
import { guardOf } from "../guard/index.js"
import {
  createHttp,
  type Endpoint,
  endpointOf,
  endpointOfHost,
  importOctokit,
  type OctokitLike,
  responseStoreOf,
} from "../http/index.js"
import { checkOptions } from "../input/index.js"
import { ROUTES, type RouteType } from "../route-names/index.js"
import { cleanDeep, cleanProse } from "../text/index.js"
import { retryPolicy } from "../timing/index.js"
import { trafficOf } from "../traffic/index.js"
import { withinBudget } from "./budget.js"
import { featuresOf } from "./features.js"
import { credentialsFor, ghOf } from "./gh.js"
import { type ClientOptions, clientOptions } from "./options.js"

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
    features: featuresOf(options),
  }
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

/** A copy of the routes that a client may take. A misspelt route is an error, since dropping it could leave none. */
function routesOf(routes: readonly RouteType[] | undefined): readonly RouteType[] | undefined {
  if (routes === undefined) return undefined
  if (Array.isArray(routes) && routes.every((route) => ROUTES.includes(route))) return [...routes]
  throw new TypeError(`routes takes a list of ${ROUTES.join(", ")}`)
}
