import type { BudgetOptions } from "../budget/index.js"
import type { BatchLimits } from "../client/index.js"
import type { RouteType } from "../envelope/index.js"
import type { CacheLimits } from "../graphql/index.js"
import type { GuardOptions } from "../guard/index.js"
import type { OctokitAuth, OctokitLike, ResponseCache, TokenSource } from "../http/index.js"
import { count, type Known, milliseconds } from "../input/index.js"
import type { Interceptor } from "../intercept/index.js"
import type { RetryOptions } from "../timing/index.js"
import type { ConcurrencyLimits } from "../traffic/index.js"
import type { GhOptions } from "./gh.js"

export interface ClientOptions extends GuardOptions {
  /** A token, or a function that returns one and is called before every request. */
  token?: TokenSource
  /** Your own Octokit, with its authentication and plugins; replaces `token`. */
  octokit?: OctokitLike
  /** An Octokit auth strategy, such as a GitHub App's; replaces `token`. */
  auth?: OctokitAuth
  /** Replaces the platform's `fetch`, for example with a proxy or a mock. */
  fetch?: typeof globalThis.fetch
  /** The API of another server than github.com: `https://ghes.example.com/api/v3`. */
  base_url?: string
  /** Timeout of one HTTP request or `gh` command, 30,000 by default; GitHub itself gives up after 10 seconds. */
  timeout_ms?: number
  /** Allowed routes, in order of preference; by default the routes of the card. */
  routes?: readonly RouteType[]
  /**
   * Attempts per request: up to 3 within 10 seconds by default, one with `false`. A write that may have been applied is
   * only retried if the card declares it idempotent.
   */
  retry?: RetryOptions | false
  /**
   * Maximum number of requests and `gh` commands in flight: 100 by default, 10 of them writes. Further ones
   * are queued. GitHub counts limits by token, so share one client per token.
   */
  concurrency?: Partial<ConcurrencyLimits>
  /**
   * One budget of GitHub's rate limits for all processes that use the token: requests wait for their turn, or fail at
   * once with `details.retry_after_ms` if their turn is after the deadline of the call. Off by default.
   */
  budget?: BudgetOptions
  /** How to run `gh` for the `cli` route. */
  gh?: GhOptions
  /**
   * How many operations of a chain share a document: at most 20 queries or 20 mutations by default, because
   * GitHub answers within 10 seconds or not at all. A mutation that creates something, such as a comment,
   * counts as two. `false` sends each operation alone.
   */
  batch?: boolean | Partial<BatchLimits>
  /**
   * Memoize lookups, such as the node id of a label; `true` keeps 500 results for a minute. Any write of this
   * client that may have been applied clears it. Node ids by number in results, such as those of a list's
   * issues, are remembered by default, 2,000 for 5 minutes; `false` turns that off as well.
   */
  cache?: boolean | Partial<CacheLimits>
  /**
   * Caches REST reads and revalidates them; an unchanged response costs nothing of the rate limit. Use a `Map`,
   * or an `lru-cache` to bound its size. It holds what the token can see: store it as safely as the token.
   */
  response_cache?: ResponseCache
  /**
   * Maximum size of one response, 100 MB by default. Longer text, such as a diff or a log, is truncated with
   * a warning in `meta.warnings`; longer JSON is an error.
   */
  max_response_bytes?: number
  /** Keep control and bidirectional characters in results; they are removed by default. */
  raw_text?: boolean
  /**
   * Check results against their whole contract; by default in development and tests (`NODE_ENV`). Otherwise
   * only required members and types are checked.
   */
  validate_output?: boolean
  /**
   * Functions around every call that is valid and allowed, including steps of chains and pages of lists. The
   * first is the outermost. They can observe, delay and refuse a call, but not change the request or the result.
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
  budget: "object",
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
  operations: "string",
}
