import type { OctokitAuth, OctokitLike } from "./octokit.js"

/** An Octokit of our own that authenticates by a strategy. Only clients with `auth` load it. */
export async function importOctokit(
  options: OctokitAuth & { baseUrl: string },
  timeout_ms: number,
  fetch?: typeof globalThis.fetch,
): Promise<OctokitLike> {
  const { ownOctokit } = await import("./own-octokit.js")
  return ownOctokit(options, timeout_ms, fetch)
}
