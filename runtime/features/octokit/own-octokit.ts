import type { Credentials, HttpOptions } from "../../http/index.js"
import { longestTimer } from "../../timing/index.js"
import type { OctokitAuth, OctokitLike } from "./octokit.js"

interface OctokitModule {
  Octokit: new (
    options: OctokitAuth & { userAgent: string; baseUrl: string; request: object },
  ) => OctokitLike
}

/** By the credentials of a client. */
const made = new WeakMap<Credentials, Promise<OctokitLike>>()

/** The Octokit of a client with an auth strategy, created by its first request. */
export function ownOctokit(auth: OctokitAuth, connection: HttpOptions): Promise<OctokitLike> {
  const { credentials } = connection
  const own = made.get(credentials) ?? create(auth, connection)
  made.set(credentials, own)
  own.catch(() => made.delete(credentials))
  return own
}

/**
 * The strategy's requests get a timeout: they take no signal, and later calls may wait for the same token, so all of
 * them would fail if it never arrived.
 */
async function create(
  auth: OctokitAuth,
  { base: baseUrl, timeout_ms, fetch = globalThis.fetch }: HttpOptions,
): Promise<OctokitLike> {
  // Without its types, which would cost every consumer's compiler seconds.
  const { Octokit }: OctokitModule = await import("@octokit/core" as string)
  const limit = Math.min(Math.ceil(timeout_ms), longestTimer)
  const limited: typeof fetch = (address, init) =>
    fetch(address, { ...init, signal: init?.signal ?? AbortSignal.timeout(limit) })
  return new Octokit({ userAgent: "ghx", ...auth, baseUrl, request: { fetch: limited } })
}
