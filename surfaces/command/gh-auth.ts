/** `ghx auth`: logins, and git's use of them. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { createExecutor } from "../../generated/calls.js"
import { removeSecret, storeSecret } from "../../runtime/features/gh/logins.js"
import { createClient, environmentToken, fromEnvironment } from "../../runtime/index.js"
import { gitHelper } from "./gh-git.js"
import {
  hostsWithLogin,
  type Login,
  loginsOf,
  storedLogins,
  variableFor,
  writeLogins,
} from "./gh-logins.js"
import { askRateLimit } from "./gh-rest.js"
import { readText, usualHost } from "./input/index.js"
import { CommandError, exitCodes, printerFor, UsageError } from "./output/index.js"
import type { Define, OptionValues } from "./program-shared.js"
import { canAsk, type Terminal, withoutTokens } from "./terminal/index.js"

const HOST = "-h, --hostname <hostname>"
const USER = "-u, --user <account>"
const loginFix = "Run ghx login, or set GH_TOKEN"

type Flags = OptionValues<"hostname" | "user">

const hostIn = ({ hostname }: Flags) => hostname?.toLowerCase() ?? usualHost()

export const authCommands = {
  token(command, { terminal, done }) {
    command
      .option(HOST, "server of the login")
      .option(USER, "account, if there are several")
      .option("--secure-storage", "accepted for compatibility with gh, without effect")
      .action(async (flags: Flags) => done(await printToken(flags, terminal)))
  },
  status(command, { terminal, done }) {
    command
      .option(HOST, "check only this server")
      .option("-a, --active", "check only the logins in use")
      .option("-t, --show-token", "print the tokens")
      .option("--json [fields]", "print JSON: hosts")
      .option("-q, --jq <expression>", "filter the result with a jq expression")
      .action(async (flags: StatusFlags) => done(await status(flags, terminal)))
  },
  login(command, { terminal, done }) {
    command
      .option(HOST, "server to log in to")
      .option("--with-token", "read a token from stdin, or ask for it on a terminal")
      .option("-p, --git-protocol <protocol>", "accepted for compatibility with gh: ghx uses https")
      .option("--client-id <id>", "log in on the web with this App, by OAuth's device flow")
      .option("-s, --scopes <scopes>", "with --client-id of an OAuth app, separated by commas")
      .option("--insecure-storage", "store the token in a file, although there is a keychain")
      .option("--skip-ssh-key", "accepted for compatibility with gh, without effect")
      .action(async (flags) => done(await login(flags, terminal)))
  },
  logout(command, { terminal, done }) {
    command
      .option(HOST, "server to log out of")
      .option(USER, "account, if there are several")
      .action(async (flags: Flags) => done(await logout(flags, terminal)))
  },
  switch(command, { terminal, done }) {
    command
      .option(HOST, "server of the logins")
      .option(USER, "account to use")
      .action(async (flags: Flags) => done(await switchTo(flags, terminal)))
  },
  "setup-git"(command, { done }) {
    command
      .option(HOST, "only this server")
      .option("-f, --force", "also without a login; needs --hostname")
      .action(async (flags) => done(await setupGit(flags)))
  },
  "git-credential"(command, { terminal, done }) {
    command
      .argument("<operation>", "get, store or erase")
      .action(async (operation: string) => done(await answerGit(operation, terminal)))
  },
} satisfies Record<string, Define>

async function printToken({ user, ...flags }: Flags, terminal: Terminal): Promise<number> {
  const host = hostIn(flags)
  const logins = await loginsOf(host)
  const login = user === undefined ? logins[0] : logins.find((one) => one.user === user)
  const token =
    (await login?.token()) ?? (user === undefined ? await environmentToken({ host }) : undefined)
  if (token === undefined) {
    const account = user === undefined ? "" : ` account ${user}`
    throw new CommandError(`no oauth token found for ${host}${account}`, loginFix)
  }
  terminal.stdout.write(`${token}\n`)
  return exitCodes.ok
}

type StatusFlags = Flags &
  OptionValues<"jq", "active" | "showToken"> & { readonly json?: string | true }

async function status(flags: StatusFlags, terminal: Terminal): Promise<number> {
  const { hostname, active, showToken, json, jq } = flags
  if (json !== undefined && json !== "hosts") {
    throw new UsageError(
      json === true ? "--json needs fields" : `unknown field ${json}`,
      "Available: hosts",
    )
  }
  if (jq !== undefined && json === undefined) throw new UsageError("--jq needs --json hosts")
  const hosts = hostname === undefined ? await hostsWithLogin() : [hostname.toLowerCase()]
  const logins = (await Promise.all(hosts.map(loginsOf))).flat()
  const shown = logins.filter((one) => !active || one.isActive)
  const accounts = await Promise.all(shown.map(checked))
  if (json !== undefined) {
    const all = accounts.map((one) => asJson(one, showToken === true))
    const ofHost = (host: string) => [host, all.filter((one) => one.host === host)] as const
    const data = { hosts: Object.fromEntries(hosts.map(ofHost)) }
    await (await printerFor({ ...(jq !== undefined && { jq }) }, undefined, terminal))(data)
    return exitCodes.ok
  }
  if (accounts.length === 0) {
    const where = hostname === undefined ? "any GitHub hosts" : hostname
    throw new CommandError(`You are not logged into ${where}`, loginFix)
  }
  const isValid = accounts.every(({ problem }) => problem === undefined)
  for (const host of hosts) {
    const own = accounts.filter((one) => one.host === host)
    const text = `${host}\n${own.map((one) => linesFor(one, showToken === true)).join("\n")}`
    terminal[isValid ? "stdout" : "stderr"].write(text)
  }
  return isValid ? exitCodes.ok : exitCodes.failed
}

interface Account extends Pick<Login, "host" | "source" | "isActive"> {
  readonly user: string
  readonly secret: string
  readonly scopes: string | undefined
  readonly problem: string | undefined
}

/** Asks GitHub whose token it is. */
async function checked({ host, user, source, isActive, token }: Login): Promise<Account> {
  const secret = (await token()) ?? ""
  const client = createClient({ base_url: fromEnvironment({ host }).base_url, token: secret })
  const [me, limits] = await Promise.all([
    createExecutor({ client }).execute("user.me", {}),
    askRateLimit(client),
  ])
  const scopes = limits?.headers["x-oauth-scopes"]?.toString()
  const login = me.ok ? me.data.login : user
  const problem = me.ok ? undefined : me.error.message
  return { host, source, isActive, user: login ?? "", secret, scopes, problem }
}

/** A token whose characters are hidden, except for its kind. */
const masked = (token: string) => token.replace(/^((?:gh[a-z]|github_pat)_)?.*$/s, "$1************")

function linesFor(account: Account, showToken: boolean): string {
  const { host, user, source, isActive, secret, scopes, problem } = account
  const head = problem
    ? `X Failed to log in to ${host}${user && ` account ${user}`} (${source})`
    : `✓ Logged in to ${host} account ${user} (${source})`
  const details = problem
    ? [`The token in ${source} is invalid: ${problem}`]
    : [
        "Git operations protocol: https",
        `Token: ${showToken ? secret : masked(secret)}`,
        ...(scopes ? [`Token scopes: '${scopes.replaceAll(", ", "', '")}'`] : []),
      ]
  const lines = [`Active account: ${isActive}`, ...details].map((line) => `  - ${line}\n`)
  return `  ${head}\n${lines.join("")}`
}

function asJson(
  { host, user, source, isActive, secret, scopes, problem }: Account,
  showToken: boolean,
) {
  return {
    state: problem ? "error" : "success",
    ...(problem && { error: problem }),
    active: isActive,
    host,
    login: user,
    tokenSource: source,
    ...(showToken && { token: secret }),
    scopes: scopes ?? "",
    gitProtocol: "https",
  }
}

const pipedToken = async (terminal: Terminal) =>
  (await readText("--with-token", "-", terminal)).trim()

/** The token that the user pastes, which the terminal does not show. */
async function askToken(host: string, terminal: Terminal): Promise<string> {
  const { ask } = await import("./ask.js")
  terminal.stderr.write(`Make a token at https://${host}/settings/tokens\n`)
  return (await ask("Paste it here: ", terminal, { isHidden: true })) ?? ""
}

type LoginFlags = Flags & OptionValues<"clientId" | "scopes", "withToken" | "insecureStorage">

async function givenToken(flags: LoginFlags, host: string, terminal: Terminal): Promise<string> {
  const { withToken, clientId, scopes } = flags
  if (clientId === undefined) {
    if (scopes !== undefined)
      throw new UsageError("--scopes needs --client-id", "Choose the scopes where you make a token")
    return canAsk(terminal) ? askToken(host, terminal) : pipedToken(terminal)
  }
  if (withToken) throw new UsageError("--client-id and --with-token exclude each other")
  const { tokenByDevice } = await import("./gh-device.js")
  return tokenByDevice(clientId, host, scopes, terminal)
}

async function login(flags: LoginFlags, terminal: Terminal): Promise<number> {
  const host = hostIn(flags)
  const variable = variableFor(host)
  if (variable) {
    throw new CommandError(
      `${variable} is set, and is used instead of a login`,
      `Run: unset ${variable}`,
    )
  }
  const token = await givenToken(flags, host, terminal)
  if (token === "")
    throw new UsageError("there is no token", "For example: ghx login --with-token < token.txt")
  const source = "stdin"
  const { problem, user } = await checked({
    host,
    user: undefined,
    source,
    isActive: true,
    token: async () => token,
  })
  if (problem !== undefined)
    throw new CommandError(
      `the token is not valid for ${host}: ${problem}`,
      "Check the token and --hostname",
    )
  const logins = storedLogins()
  const isInKeychain = !flags.insecureStorage && (await storeSecret(host, user, token))
  const tokens = { ...logins[host]?.tokens, [user]: isInKeychain ? null : token }
  writeLogins({ ...logins, [host]: { user, tokens } })
  terminal.stderr.write(`✓ Logged in as ${user}\n`)
  return exitCodes.ok
}

/** The stored login that is meant: that of `--user`, or the only one; with `isOther`, one that is not in use. */
async function chosen({ user, ...flags }: Flags, isOther: boolean) {
  const logins = storedLogins()
  const host = hostOfOnly(flags, Object.keys(logins))
  const own = logins[host]
  const names = Object.keys(own?.tokens ?? {})
  const [only, another] = names.filter((one) => !isOther || one !== own?.user)
  const name = user ?? (another === undefined ? only : undefined)
  if (own && name !== undefined && names.includes(name)) return { logins, host, own, name }
  const account = user ?? ""
  const message = isOther
    ? `there is no other login${account && ` ${account}`} for ${host}`
    : `not logged in to ${host}${account && ` as ${account}`}`
  const hasChoice = names.length > (isOther ? 1 : 0)
  throw new CommandError(
    message,
    hasChoice ? `Use --user with one of ${names.join(", ")}` : await notStored(host),
  )
}

async function logout(flags: Flags, { stderr }: Terminal): Promise<number> {
  const { logins, host, own, name } = await chosen(flags, false)
  const { [host]: _, ...others } = logins
  const { [name]: token, ...tokens } = own.tokens
  if (token === null) await removeSecret(host, name)
  const [next] = own.user === name ? Object.keys(tokens) : [own.user]
  writeLogins(next === undefined ? others : { ...logins, [host]: { user: next, tokens } })
  stderr.write(`✓ Logged out of ${host} account ${name}\n`)
  if (next !== undefined && own.user === name) stderr.write(`✓ Switched to ${next}\n`)
  return exitCodes.ok
}

async function switchTo(flags: Flags, { stderr }: Terminal): Promise<number> {
  const { logins, host, own, name } = await chosen(flags, true)
  writeLogins({ ...logins, [host]: { ...own, user: name } })
  stderr.write(`✓ Switched to ${name} on ${host}\n`)
  const variable = variableFor(host)
  if (variable) stderr.write(`note: ${variable} is set, and is used instead\n`)
  return exitCodes.ok
}

function hostOfOnly(flags: Flags, hosts: readonly string[]): string {
  const [only, another] = hosts
  return flags.hostname === undefined && only !== undefined && another === undefined
    ? only
    : hostIn(flags)
}

async function notStored(host: string): Promise<string> {
  const [login] = await loginsOf(host)
  if (!login) return loginFix
  const { source } = login
  return source === "gh" ? "The login is that of gh: use gh auth" : `The token is from ${source}`
}

async function setupGit(flags: Flags & OptionValues<never, "force">): Promise<number> {
  if (flags.force && flags.hostname === undefined) throw new UsageError("--force needs --hostname")
  const named = flags.hostname?.toLowerCase()
  const known = await hostsWithLogin()
  const hosts = named === undefined ? known : [named]
  const isKnown = named === undefined ? known.length > 0 : flags.force || known.includes(named)
  if (!isKnown)
    throw new CommandError(`You are not logged into ${named ?? "any GitHub hosts"}`, loginFix)
  for (const address of hosts.flatMap(addressesOf)) {
    const key = `credential.${address}.helper`
    const git = (...words: string[]) =>
      promisify(execFile)("git", ["config", "--global", ...words], { env: withoutTokens() })
    // The empty value removes helpers that were configured before.
    await git("--replace-all", key, "")
    await git("--add", key, gitHelper())
  }
  return exitCodes.ok
}

const addressesOf = (host: string) => {
  const base = process.env.GHX_BASE_URL
  const local = base && host === usualHost() ? [new URL(base).origin] : []
  return [`https://${host}`, `https://gist.${host}`, ...local]
}

/** Answers git's credential protocol: `get` prints a login, and nothing is stored. */
async function answerGit(operation: string, terminal: Terminal): Promise<number> {
  if (operation === "store" || operation === "erase") return exitCodes.ok
  if (operation !== "get") throw new UsageError(`git has no credential operation ${operation}`)
  const lines = (await readText("stdin", "-", terminal)).matchAll(/^([^=\n]*)=([^\n]*)/gm)
  const asked = new Map([...lines].map(([, name, value]) => [name, value] as const))
  const place = asked.get("url") ? new URL(asked.get("url") ?? "") : undefined
  const protocol = asked.get("protocol") ?? place?.protocol.slice(0, -1) ?? ""
  const server = (asked.get("host") ?? place?.host ?? "").toLowerCase()
  const wanted = asked.get("username")
  const base = process.env.GHX_BASE_URL
  // The token of a server at GHX_BASE_URL goes there, and to no other server without encryption.
  const isBase = base !== undefined && `${protocol}://${server}` === new URL(base).origin
  if (protocol !== "https" && !isBase) return exitCodes.failed
  const host = isBase ? usualHost() : server.replace(/^gist\./, "")
  const logins = await loginsOf(host)
  const login = logins.find(({ user }) => wanted !== undefined && user === wanted) ?? logins[0]
  const token = await login?.token()
  if (!login || token === undefined) return exitCodes.failed
  if (wanted !== undefined && login.user !== undefined && login.user !== wanted)
    return exitCodes.failed
  const username = login.user ?? wanted ?? "x-access-token"
  terminal.stdout.write(
    `protocol=${protocol}\nhost=${server}\nusername=${username}\npassword=${token}\n`,
  )
  return exitCodes.ok
}
