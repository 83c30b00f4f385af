import type { OctokitAuth, OctokitLike } from "./octokit.js"

/** The request of an Octokit without its hooks and plugins: tokens are given with each request. */
export async function importRequest(fetch?: typeof globalThis.fetch): Promise<OctokitLike> {
  const { request }: RequestModule = await import("@octokit/request" as string)
  const agent = request.endpoint.DEFAULTS.headers["user-agent"]
  return {
    request: request.defaults({ headers: { "user-agent": `ghx ${agent}` }, request: { fetch } }),
  }
}

/** An Octokit of our own that authenticates by a strategy: only clients with `auth` load it. */
export async function importOctokit(
  options: OctokitAuth & { baseUrl: string },
  timeout_ms: number,
  fetch?: typeof globalThis.fetch,
): Promise<OctokitLike> {
  const { ownOctokit } = await import("./own-octokit.js")
  return ownOctokit(options, timeout_ms, fetch)
}

// As a `string`, a name leads to no types: Octokit's are 10 MB for each compiler that reads this file. What is
// taken of them is held to them by `client.test.ts`.
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
