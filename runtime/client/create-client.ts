import { redactDeep } from "../errors/index.js"
import { graphqlTransport, retryingTransport } from "../graphql/index.js"
import {
  type Credentials,
  createHttp,
  credentialsOf,
  type Endpoint,
  endpointOf,
  endpointOfHost,
  type HttpOptions,
  isLoopback,
  noCredentials,
  type TokenSource,
} from "../http/index.js"
import { checkOptions, count, type Known, milliseconds, type Optional } from "../input/index.js"
import { ROUTES, type RouteType } from "../route-names/index.js"
import { cleanDeep, cleanProse } from "../text/index.js"
import { type RetryOptions, retryPolicy } from "../timing/index.js"
import { type ConcurrencyLimits, trafficOf } from "../traffic/index.js"
import { type Client, type ClientFeature, withoutCleaning } from "./client.js"
import { openGuard } from "./guard.js"
import { type BatchLimits, concurrencyLimits, documentSizes } from "./limits.js"

/** Options of every client. */
export interface CoreOptions {
  /** A token, or a function that returns one and is called before every request. */
  token?: TokenSource | undefined
  /** Replaces the platform's `fetch`, for example with a proxy or a mock. */
  fetch?: typeof globalThis.fetch | undefined
  /** The API of another server than github.com: `https://ghes.example.com/api/v3`. */
  base_url?: string | undefined
  /** Timeout of one HTTP request or `gh` command, 30,000 by default; GitHub itself gives up after 10 seconds. */
  timeout_ms?: number | undefined
  /** Allowed routes, in order of preference; by default the routes of the card. */
  routes?: readonly RouteType[] | undefined
  /**
   * Attempts per request: up to 3 within 10 seconds by default, one with `false`. A write that may have been applied is
   * only retried if the card declares it idempotent.
   */
  retry?: RetryOptions | false | undefined
  /**
   * Maximum number of requests and `gh` commands in flight: 100 by default, 10 of them writes. Further ones
   * are queued. GitHub counts limits by token, so share one client per token.
   */
  concurrency?: Optional<ConcurrencyLimits> | undefined
  /**
   * How many operations of a chain share a document at most: 200 queries or 100 mutations by default, fewer if GitHub
   * would need too long. Without a number of yours, mutations begin with 20 and grow with GitHub's answers. One that
   * creates something, such as a comment, counts as two. `false` sends each operation alone.
   */
  batch?: boolean | Optional<BatchLimits> | undefined
  /**
   * Maximum size of one response, 100 MB by default. Longer text, such as a diff or a log, is truncated with
   * a warning in `meta.warnings`; longer JSON is an error.
   */
  max_response_bytes?: number | undefined
  /** Keep control and bidirectional characters in results; they are removed by default. */
  raw_text?: boolean | undefined
  /**
   * Check results against their whole contract; by default in development and tests (`NODE_ENV`). Otherwise
   * only required members and types are checked.
   */
  validate_output?: boolean | undefined
}

/** Every option that clients have without features. */
export const coreOptions: Known<CoreOptions> = {
  token: "string or function",
  fetch: "function",
  base_url: "string",
  timeout_ms: milliseconds,
  routes: true,
  retry: "object or boolean",
  concurrency: "object",
  batch: "boolean or object",
  max_response_bytes: count,
  raw_text: "boolean",
  validate_output: "boolean",
}

/** Makes a client of checked options and features, in any order. Sends nothing. */
export function clientOf(options: CoreOptions, use: readonly ClientFeature[]): Client {
  const features = [...use].sort((one, other) => one.rank - other.rank)
  const base_url = options.base_url ?? features.find((one) => one.base_url)?.base_url
  const endpoint = base_url === undefined ? endpointOfHost("github.com") : endpointOf(base_url)
  const { timeout_ms = 30_000, max_response_bytes = 100_000_000, fetch } = options
  const credentials = credentialsFor(options, endpoint, features)
  let connection: HttpOptions = {
    traffic: trafficOf(endpoint.host, concurrencyLimits(options.concurrency)),
    fetch,
    credentials,
    base: endpoint.rest,
    redirects: true,
    timeout_ms,
    max_response_bytes,
  }
  for (const one of features) connection = { ...connection, ...one.connect?.(connection, endpoint) }
  const http = createHttp(connection)
  const retry = retryPolicy(options.retry)
  let client: Client = {
    endpoint,
    http,
    traffic: connection.traffic,
    graphql: retryingTransport(graphqlTransport(http, endpoint.graphql), retry),
    retry,
    routes: routesOf(options.routes),
    timeout_ms,
    max_response_bytes,
    gh: {
      path: "gh",
      env: {},
      cwd: undefined,
      hasToken: Boolean(options.token),
      token: async () => (options.token ? credentials.token() : { ok: true, value: undefined }),
    },
    guard: openGuard,
    ...(options.raw_text ? withoutCleaning : { clean: cleanDeep, cleanProse }),
    batch: documentSizes(options.batch),
    lookups: undefined,
    identities: undefined,
    validate_output:
      options.validate_output ?? ["development", "test"].includes(variable("NODE_ENV") ?? ""),
    redact: (value) => redactDeep(value, credentials.secrets),
    unauthenticated: credentials.missing,
    features: features.filter(({ load }) => load),
  }
  for (const one of features) client = { ...client, ...one.client?.(client, connection) }
  return client
}

function credentialsFor(
  { token, fetch }: CoreOptions,
  endpoint: Endpoint,
  features: readonly ClientFeature[],
): Credentials {
  const { host, rest } = endpoint
  const { protocol, hostname } = new URL(rest)
  if (protocol === "http:" && !isLoopback(hostname)) {
    const message = `${host} uses plain HTTP, which would expose the token`
    return noCredentials(message, "Use a base_url that begins with https://")
  }
  for (const one of features)
    if (one.credentials) return one.credentials(endpoint, { token, fetch })
  return credentialsOf(token, host, "Pass `token` to createClient")
}

/** A copy of the routes that a client may take. A misspelt route is an error, since dropping it could leave none. */
function routesOf(routes: readonly RouteType[] | undefined): readonly RouteType[] | undefined {
  if (routes === undefined) return undefined
  if (Array.isArray(routes) && routes.every((route) => ROUTES.includes(route))) return [...routes]
  throw new TypeError(`routes takes a list of ${ROUTES.join(", ")}`)
}

/** Options of a client of `ghx/core`. */
export interface ClientOptions extends CoreOptions {
  /** What it does besides sending calls; nothing else is part of a bundle. The order has no effect. */
  use?: readonly ClientFeature[] | undefined
}

/**
 * Makes a client with these features. Sends nothing.
 *
 * @example
 * const client = createClient({ token, use: [guards({ repos: ["octocat/*"] }), once()] })
 */
export function createClient(given: ClientOptions = {}): Client {
  const { use = [], ...options } = checkOptions("A client of ghx/core", given, {
    ...coreOptions,
    use: true,
  })
  if (!Array.isArray(use) || !use.every(isFeature))
    throw new TypeError("use takes a list of features, such as [once(), fields()]")
  const names = use.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TypeError(`use has the feature ${twice} twice`)
  return clientOf(options, use)
}

const isFeature = (one: unknown): one is ClientFeature =>
  typeof one === "object" && one !== null && "name" in one && "rank" in one

/** An environment variable; undefined on platforms that have none. As for `gh`, an empty value means absent. */
export function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}
