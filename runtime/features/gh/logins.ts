/** The logins that `ghx auth login` stores, in a file of its own beside gh's, which ghx never writes. */

import { findSecret } from "./keychain.js"
import { ghEnvironment, runGh } from "./process.js"

export { removeSecret, storeSecret } from "./keychain.js"

/** The logins of one server, and which of them is used. */
interface HostLogins {
  readonly user: string
  /** By account; null for those in the system's keychain. */
  readonly tokens: Readonly<Record<string, string | null>>
}

export type Logins = Readonly<Record<string, HostLogins>>

/** The folder of gh's configuration; undefined on platforms without files. */
export function configFolder(extra: Readonly<Record<string, string>> = {}): string | undefined {
  const { env = {} } = globalThis.process ?? {}
  const paths = globalThis.process?.getBuiltinModule?.("path")
  const home = globalThis.process?.getBuiltinModule?.("os")?.homedir()
  if (!paths || home === undefined) return undefined
  const own = extra.GH_CONFIG_DIR || env.GH_CONFIG_DIR
  return own || paths.join(env.XDG_CONFIG_HOME || paths.join(home, ".config"), "gh")
}

/** The name of the file in that folder. */
export const LOGINS_FILE = "ghx-logins.json"

/** @throws if the file is damaged */
export function readLogins(extra: Readonly<Record<string, string>> = {}): Logins {
  const fs = globalThis.process?.getBuiltinModule?.("fs")
  const folder = configFolder(extra)
  if (!fs || folder === undefined) return {}
  const file = `${folder}/${LOGINS_FILE}`
  let text: string
  try {
    text = fs.readFileSync(file, "utf8")
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test(String(Object(error).code))) return {}
    throw error
  }
  try {
    const logins: Logins = JSON.parse(text)
    if (Object.values(Object(logins)).every(isHostLogins)) return logins
  } catch {}
  throw new Error(`${file} is damaged: delete it, and run ghx auth login --with-token`)
}

const isHostLogins = (one: unknown): boolean =>
  typeof Object(one).user === "string" && typeof Object(one).tokens === "object"

async function storedToken(
  host: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const { user, tokens = {} } = readLogins(extra)[host] ?? {}
  return user === undefined ? undefined : tokenOfLogin(host, user, tokens[user])
}

/** @throws if the token is in the keychain, which does not return it */
export async function tokenOfLogin(
  host: string,
  user: string,
  token: string | null | undefined,
): Promise<string | undefined> {
  if (token !== null) return token
  const found = await findSecret(host, user)
  if (found !== undefined) return found
  throw new Error(
    `The keychain does not return the token of ${user} for ${host}: unlock it, or run ghx login`,
  )
}

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
