import type { OctokitAuth, OctokitLike } from "./octokit.js"

/** The request function of Octokit without hooks and plugins; each request carries its token. */
export async function importRequest(fetch?: typeof globalThis.fetch): Promise<OctokitLike> {
  const { request }: RequestModule = await import("@octokit/request" as string)
  const agent = request.endpoint.DEFAULTS.headers["user-agent"]
  return {
    request: request.defaults({ headers: { "user-agent": `ghx ${agent}` }, request: { fetch } }),
  }
}

/** An Octokit of our own that authenticates by a strategy. Only clients with `auth` load it. */
export async function importOctokit(
  options: OctokitAuth & { baseUrl: string },
  timeout_ms: number,
  fetch?: typeof globalThis.fetch,
): Promise<OctokitLike> {
  const { ownOctokit } = await import("./own-octokit.js")
  return ownOctokit(options, timeout_ms, fetch)
}

// A module name of type `string` resolves to no types: Octokit's types would add 10 MB to every compilation that
// includes this file. `client.test.ts` checks the used members against them.
interface RequestModule {
  request: {
    readonly endpoint: {
      readonly DEFAULTS: { readonly headers: { readonly "user-agent": string } }
    }
    defaults(parameters: {
      headers: { "user-agent": string }
      request: { fetch: typeof globalThis.fetch | undefined }
    }): OctokitLike["request"]
  }
}
