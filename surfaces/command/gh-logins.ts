/** The logins that commands see: of the environment, of ghx and of gh. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  configFolder,
  LOGINS_FILE,
  type Logins,
  readLogins,
  tokenByGh,
  tokenOfLogin,
} from "../../runtime/features/gh/logins.js"
import { environmentToken, fromEnvironment } from "../../runtime/index.js"
import { usualHost } from "./input/index.js"
import { asUsage, UsageError, usable } from "./output/index.js"
import { tokenVariables } from "./terminal/index.js"

export interface Login {
  readonly host: string
  /** Undefined if only the token knows it. */
  readonly user: string | undefined
  /** Where the token is from: a variable, ghx, gh or a sandbox. */
  readonly source: string
  readonly isActive: boolean
  readonly token: () => Promise<string | undefined>
}

/** The variable that the token for a host is from, by default that of the environment. */
export function variableFor(host?: string): string | undefined {
  const { token } = usable(() => fromEnvironment(host === undefined ? {} : { host }), TypeError)
  return tokenVariables.find((name) => token !== undefined && process.env[name] === token)
}

/** The logins for a host; the first active one is used. */
export async function loginsOf(host: string): Promise<readonly Login[]> {
  const variable = variableFor(host)
  const own = storedLogins()[host]
  const ofGh = (await hostsOfGh()).get(host)
  const all: Omit<Login, "isActive">[] = [
    ...(variable
      ? [{ host, user: undefined, source: variable, token: async () => process.env[variable] }]
      : []),
    ...Object.entries(own?.tokens ?? {})
      .sort(([user]) => (user === own?.user ? -1 : 1))
      .map(([user, token]) => ({
        host,
        user,
        source: token === null ? "keychain" : "ghx",
        token: () => tokenOfLogin(host, user, token).catch(asUsage(Error)),
      })),
    ...(ofGh ?? []).map((user) => ({
      host,
      user,
      source: "gh",
      token: () => tokenByGh("gh", {}, host, user),
    })),
  ]
  if (all.length === 0 && process.env.GHX_BASE_URL && host === usualHost()) {
    const token = await environmentToken({ host })
    if (token !== undefined)
      all.push({ host, user: undefined, source: "sandbox", token: async () => token })
  }
  return all.map((one, at) => ({ ...one, isActive: at === 0 }))
}

export async function hostsWithLogin(): Promise<readonly string[]> {
  const usual = usualHost()
  const known = [...Object.keys(storedLogins()), ...(await hostsOfGh()).keys()]
  const isUsual = variableFor(usual) !== undefined || process.env.GHX_BASE_URL
  return [...new Set([...(isUsual ? [usual] : []), ...known])]
}

/** The accounts in gh's file, by host; the active one is first. */
async function hostsOfGh(): Promise<ReadonlyMap<string, readonly string[]>> {
  const hosts = await configOfGh("hosts.yml")
  return new Map(
    Object.entries(hosts).map(([host, one]) => {
      const { user, users } = Object(one)
      const names = [...(user ? [String(user)] : []), ...Object.keys(Object(users))]
      return [host, [...new Set(names)]]
    }),
  )
}

/** A file of gh's configuration; empty if there is none. */
export async function configOfGh(
  name: "hosts.yml" | "config.yml",
): Promise<Readonly<Record<string, unknown>>> {
  const folder = configFolder()
  const file = join(folder ?? "", name)
  if (folder === undefined || !existsSync(file)) return {}
  const { parse } = await import("yaml")
  try {
    return Object(parse(readFileSync(file, "utf8")))
  } catch {
    throw new UsageError(`${file} is not YAML`, "Repair it, or log in again with gh auth login")
  }
}

export const storedLogins = (): Logins => usable(readLogins, Error)

export async function loginToken(host: string): Promise<string | undefined> {
  const { user, tokens } = storedLogins()[host] ?? {}
  if (user === undefined) return undefined
  return tokenOfLogin(host, user, tokens?.[user]).catch(asUsage(Error))
}

/** Replaces ghx's own file; only its owner can read it. */
export function writeLogins(logins: Logins): void {
  const folder = configFolder()
  if (folder === undefined)
    throw new UsageError("There is no folder for logins", "Set GH_CONFIG_DIR")
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, LOGINS_FILE)
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  chmodSync(written, 0o600)
  renameSync(written, file)
}
