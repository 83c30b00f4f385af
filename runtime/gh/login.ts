import { ghEnvironment } from "./environment.js"
import { runGh } from "./process.js"

/** The token of gh's login for a host, if it is logged in. */
export async function tokenOfGh(
  path: string,
  extra: Readonly<Record<string, string>>,
  host: string,
): Promise<string | undefined> {
  const result = await runGh({
    path,
    argv: ["auth", "token", "--hostname", host],
    env: ghEnvironment(host, undefined, extra),
    timeout_ms: 10_000,
    signal: undefined,
  })
  if (!result.started || result.exit_code !== 0) return undefined
  return result.stdout.trim() || undefined
}
