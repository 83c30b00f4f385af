import { type Client, type ClientFeature, clientOf } from "../../client/index.js"
import { checkOptions } from "../../input/index.js"
import { fields } from "../fields/index.js"
import { gh } from "../gh/index.js"
import { guards } from "../guards/index.js"
import { interceptors } from "../interceptors/index.js"
import { throughOctokit, throughStrategy } from "../octokit/index.js"
import { once } from "../once/index.js"
import { rememberedIds } from "../remembered-ids/index.js"
import { responseCache } from "../response-cache/index.js"
import { untrusted } from "../untrusted/index.js"
import { withinBudget } from "../within-budget/index.js"
import { type ClientOptions, clientOptions } from "./options.js"

/**
 * Makes a client. Sends nothing.
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(given: ClientOptions = {}): Client {
  const options = checkOptions("A client", given, clientOptions)
  return clientOf(options, featuresOf(options))
}

/** The table from the options of a client to its features. */
function featuresOf(options: ClientOptions): ClientFeature[] {
  const { octokit, auth, budget, cache, response_cache } = options
  const all = [fields(), once(), gh(options.gh), guards(options)]
  if (octokit) all.push(throughOctokit(octokit))
  else if (auth) all.push(throughStrategy(auth))
  if (cache !== false) all.push(rememberedIds(cache))
  if (response_cache) all.push(responseCache(response_cache))
  if (budget) all.push(withinBudget(budget))
  if (options.untrusted !== undefined) all.push(untrusted(options.untrusted))
  if (options.interceptors !== undefined) all.push(interceptors(options.interceptors))
  return all
}
