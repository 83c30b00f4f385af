/**
 * The part of an Octokit that ghx uses.
 *
 * Naming Octokit's own type in public options would make every consumer's compiler read the types of
 * all REST endpoints: 1.3 million instantiations for a file of ten lines.
 */
export interface OctokitLike {
  readonly request: {
    (route: string, parameters?: Record<string, unknown>): Promise<OctokitResponse>
    readonly endpoint: { readonly DEFAULTS: { readonly baseUrl: string } }
  }
}

export interface OctokitResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | undefined>>
  readonly data: unknown
}

/** An Octokit without authentication: tokens are given with each request. */
export async function importOctokit(): Promise<OctokitLike> {
  // Comparing the two types is what costs the instantiations; `client.test.ts` compares them once.
  const core: unknown = await import("@octokit/core")
  const { Octokit } = core as OctokitModule
  return new Octokit({ userAgent: "ghx" })
}

interface OctokitModule {
  Octokit: new (options: { userAgent: string }) => OctokitLike
}
