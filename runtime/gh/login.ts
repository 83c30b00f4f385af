import { ghEnvironment } from "./environment.js"
import { storedToken } from "./logins.js"
import { runGh } from "./process.js"

/** The token of ghx's login for a host, or else of gh's. */
export async function tokenOfGh(
  path: string,
  extra: Readonly<Record<string, string>>,
  host: string,
): Promise<string | undefined> {
  return (await storedToken(host, extra)) ?? (await tokenByGh(path, extra, host))
}

/**
 * The token of gh's login for a host.
 *
 * @param user - one of several accounts; by default the one that is used
 */
export async function tokenByGh(
  path: string,
  extra: Readonly<Record<string, string>>,
  host: string,
  user?: string,
): Promise<string | undefined> {
  const result = await runGh({
    path,
    argv: ["auth", "token", "--hostname", host, ...(user === undefined ? [] : ["--user", user])],
    env: ghEnvironment(host, undefined, extra),
    timeout_ms: 10_000,
    signal: undefined,
  })
  if (!result.started || result.exit_code !== 0) return undefined
  return result.stdout.trim() || undefined
}
