/** Requests through an Octokit: the caller's, or one with an auth strategy of the caller. */
import type { ClientFeature } from "../../client/index.js"
import { addDocumented } from "../../errors/index.js"
import { type Adapter, type HttpOptions, octokitCredentials } from "../../http/index.js"
import { documentedOfApps } from "./documented-apps.js"
import type { OctokitAuth, OctokitLike } from "./octokit.js"

export { documentedOfApps } from "./documented-apps.js"
export type { OctokitAuth, OctokitLike } from "./octokit.js"

/** Replaces the token of a client: the caller's Octokit, or an auth strategy such as a GitHub App's. */
export function octokit(given: OctokitLike | OctokitAuth): ClientFeature {
  return "authStrategy" in given ? throughStrategy(given) : throughOctokit(given)
}

/** Sends through an Octokit of the caller. */
export function throughOctokit(given: OctokitLike): ClientFeature {
  if (typeof given.request !== "function") throw new TypeError("octokit takes an Octokit")
  return {
    ...through(true, ({ fetch }) => {
      if (fetch) throw new TypeError("pass fetch to the Octokit: request: { fetch }")
      return async () => given
    }),
    get base_url() {
      return given.request.endpoint.DEFAULTS.baseUrl
    },
  }
}

/** Sends through an Octokit of its own with a strategy of the caller. */
export function throughStrategy(auth: OctokitAuth): ClientFeature {
  if (typeof auth.authStrategy !== "function") {
    throw new TypeError(
      "auth takes { authStrategy, auth }, such as { authStrategy: createAppAuth, auth: { … } }",
    )
  }
  return through(
    false,
    (connection) => async () => (await import("./own-octokit.js")).ownOctokit(auth, connection),
  )
}

function through(
  foreign: boolean,
  octokitFor: (connection: HttpOptions) => () => Promise<OctokitLike>,
): ClientFeature {
  addDocumented(documentedOfApps)
  return {
    name: "octokit",
    rank: 0,
    credentials: octokitCredentials,
    connect(connection) {
      const octokit = octokitFor(connection)
      let adapter: Adapter | undefined
      return {
        adapter: async () => {
          adapter ??= (await import("./adapter.js")).adapterOf(octokit, foreign)
          return adapter
        },
      }
    },
    client({ gh }, connection) {
      const octokit = octokitFor(connection)
      const token = async () =>
        (await import("./token-for-gh.js")).tokenOfOctokit(octokit, connection.credentials)
      return { gh: { ...gh, hasToken: true, token } }
    },
  }
}
