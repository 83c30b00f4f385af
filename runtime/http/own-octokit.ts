import { longestTimer } from "../timing/index.js"
import type { OctokitAuth, OctokitLike } from "./octokit.js"

interface OctokitModule {
  Octokit: new (options: { userAgent: string; request: object }) => OctokitLike
}

/**
 * Creates an Octokit with an auth strategy. The strategy's requests get a timeout: they take no signal, and later
 * calls may wait for the same token, so all of them would fail if it never arrived.
 */
export async function ownOctokit(
  options: OctokitAuth & { baseUrl: string },
  timeout_ms: number,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<OctokitLike> {
  // Without its types, as in load-octokit.ts.
  const { Octokit }: OctokitModule = await import("@octokit/core" as string)
  const limit = Math.min(Math.ceil(timeout_ms), longestTimer)
  const limited: typeof fetch = (address, init) =>
    fetch(address, { ...init, signal: init?.signal ?? AbortSignal.timeout(limit) })
  return new Octokit({ userAgent: "ghx", ...options, request: { fetch: limited } })
}
