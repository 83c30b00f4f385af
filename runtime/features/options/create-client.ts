import {
  type Client,
  type ClientFeature,
  type CoreOptions,
  clientOf,
  coreOptions,
} from "../../client/index.js"
import { addDocumented } from "../../errors/index.js"
import type { CacheLimits } from "../../graphql/index.js"
import { checkOptions, type Known, type Optional } from "../../input/index.js"
import { allPages } from "../all-pages/index.js"
import type { BudgetOptions } from "../budget/index.js"
import { fields } from "../fields/index.js"
import { type GhOptions, gh } from "../gh/index.js"
import { type GuardOptions, guards } from "../guards/index.js"
import { type Interceptor, interceptors } from "../interceptors/index.js"
import {
  documentedOfApps,
  type OctokitAuth,
  type OctokitLike,
  throughOctokit,
  throughStrategy,
} from "../octokit/index.js"
import { once } from "../once/index.js"
import { rememberedIds } from "../remembered-ids/index.js"
import { type ResponseCache, responseCache } from "../response-cache/index.js"
import { untrusted } from "../untrusted/index.js"
import { withinBudget } from "../within-budget/index.js"
import type { WarnedResult } from "./report.js"

export interface ClientOptions extends CoreOptions, GuardOptions {
  /** Your own Octokit, with its authentication and plugins; replaces `token`. */
  octokit?: OctokitLike | undefined
  /** An Octokit auth strategy, such as a GitHub App's; replaces `token`. */
  auth?: OctokitAuth | undefined
  /**
   * One budget of GitHub's rate limits for all processes that use the token: requests wait for their turn, or fail at
   * once with `details.retry_after_ms` if their turn is after the deadline of the call. Off by default.
   */
  budget?: BudgetOptions | undefined
  /** How to run `gh` for the `cli` route. */
  gh?: GhOptions | undefined
  /**
   * Memoize lookups, such as the node id of a label; `true` keeps 500 results for a minute. Any write of this
   * client that may have been applied clears it. Node ids by number in results, such as those of a list's
   * issues, are remembered by default, 2,000 for 5 minutes; `false` turns that off as well.
   */
  cache?: boolean | Optional<CacheLimits> | undefined
  /**
   * Caches REST reads and revalidates them; an unchanged response costs nothing of the rate limit. Use a `Map`,
   * or an `lru-cache` to bound its size. It holds what the token can see: store it as safely as the token.
   */
  response_cache?: ResponseCache | undefined
  /**
   * Functions around every call that is valid and allowed, including steps of chains and pages of lists. The
   * first is the outermost. They can observe, delay and refuse a call, but not change the request or the result.
   */
  interceptors?: readonly Interceptor[] | undefined
  /**
   * Called with the warnings of a call or chain that returns only data, such as `IGNORED`, instead of their report on
   * stderr. What it throws rejects the call, although a write was applied.
   */
  onWarnings?: ((of: WarnedResult) => unknown) | undefined
}

/** Every option of a client. A function, because bundlers keep spreads at the top level, even if nothing uses them. */
export function clientOptions(): Known<ClientOptions> {
  const { token, ...others } = coreOptions
  return {
    token,
    octokit: "object",
    auth: "object",
    ...others,
    budget: "object",
    gh: "object",
    cache: "boolean or object",
    response_cache: "object or Map",
    interceptors: true,
    onWarnings: "function",
    read_only: "boolean",
    repos: true,
    limits: "object",
    allow: true,
    deny: true,
    confirm: "function",
    untrusted: true,
    operations: "string",
  }
}

/**
 * Makes a client. Sends nothing.
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(given: ClientOptions = {}): Client {
  const options = checkOptions("A client", given, clientOptions())
  // A token may be the JWT of an App, too.
  addDocumented(documentedOfApps)
  return clientOf(options, featuresOf(options))
}

const reporting = (onWarnings: ClientOptions["onWarnings"]): ClientFeature => ({
  name: "report",
  rank: 0,
  client: () => ({ report: async (of) => (await import("./report.js")).report(of, onWarnings) }),
})

/** The table from the options of a client to its features. */
function featuresOf(options: ClientOptions): ClientFeature[] {
  const { octokit, auth, budget, cache, response_cache } = options
  const all = [fields(), allPages(), once(), gh(options.gh), guards(options)]
  all.push(reporting(options.onWarnings))
  if (octokit) all.push(throughOctokit(octokit))
  else if (auth) all.push(throughStrategy(auth))
  if (cache !== false) all.push(rememberedIds(cache))
  if (response_cache) all.push(responseCache(response_cache))
  if (budget) all.push(withinBudget(budget))
  if (options.untrusted !== undefined) all.push(untrusted(options.untrusted))
  if (options.interceptors !== undefined) all.push(interceptors(options.interceptors))
  return all
}
