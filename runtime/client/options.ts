import type { RouteType } from "../envelope/index.js"
import type { CacheLimits } from "../graphql/index.js"
import type { GuardOptions } from "../guard/index.js"
import type { OctokitAuth, OctokitLike, ResponseCache, TokenSource } from "../http/index.js"
import { count, type Known, milliseconds } from "../input/index.js"
import type { Interceptor } from "../intercept/index.js"
import type { RetryOptions } from "../timing/index.js"
import type { ConcurrencyLimits } from "../traffic/index.js"
import type { GhOptions } from "./gh.js"
import type { BatchLimits } from "./limits.js"

export interface ClientOptions extends GuardOptions {
  /** A token, or a function that gives one and is asked before every request. */
  token?: TokenSource
  /** An Octokit of your own, with its authentication and plugins; `token` is not used then. */
  octokit?: OctokitLike
  /** An auth strategy of Octokit, such as a GitHub App's; `token` is not used then. */
  auth?: OctokitAuth
  /** Sends every request in place of the platform's `fetch`: through a proxy, say, or to a mock. */
  fetch?: typeof globalThis.fetch
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
  /**
   * What stands around every call that is valid and allowed, steps of chains and pages of lists among them:
   * the first is the outermost. They watch, refuse and wait, and change neither what is sent nor its result.
   */
  interceptors?: readonly Interceptor[]
}

/** Every option of a client. */
export const clientOptions: Known<ClientOptions> = {
  token: "string or function",
  octokit: "object",
  auth: "object",
  fetch: "function",
  base_url: "string",
  timeout_ms: milliseconds,
  routes: true,
  retry: "object or boolean",
  concurrency: "object",
  gh: "object",
  batch: "boolean or object",
  cache: "boolean or object",
  response_cache: "object or Map",
  max_response_bytes: count,
  raw_text: "boolean",
  validate_output: "boolean",
  interceptors: true,
  read_only: "boolean",
  repos: true,
  limits: "object",
  allow: true,
  deny: true,
  confirm: "function",
  untrusted: true,
}
