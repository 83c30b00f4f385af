/** Runs git for commands that work on a clone. */
import { spawn } from "node:child_process"
import { configOfGh } from "./gh-logins.js"
import { ofRemote, type Repository, sameRepository, usualHost } from "./input/index.js"
import { UsageError } from "./output/index.js"
import type { LocalContext } from "./program-shared.js"
import { type Terminal, withoutTokens } from "./terminal/index.js"

/** Runs git in a folder, with ghx's logins, and passes its messages on. @throws UsageError if it fails */
export async function runGit(
  args: readonly string[],
  terminal: Terminal,
  cwd = ".",
): Promise<string> {
  const { code, out, err } = await git([...credentials(), ...args], cwd, terminal)
  if (code === 0) return out
  const [name = ""] = args
  throw new UsageError(`git ${name} failed: ${lastLine(err) || `exit code ${code}`}`)
}

/** The output of git; undefined if it fails. */
export async function askGit(args: readonly string[], cwd = "."): Promise<string | undefined> {
  const { code, out } = await git(args, cwd)
  return code === 0 ? out.trim() : undefined
}

/** Its errors begin with `fatal:` or `error:`. */
const lastLine = (text: string) =>
  text.split("\n").find((line) => /^(?:fatal|error|remote):/.test(line)) ??
  text.trim().split("\n").at(-1) ??
  ""

const credentials = () => ["-c", "credential.helper=", "-c", `credential.helper=${gitHelper()}`]

/** The credential helper that starts this program, in the form that git takes. */
export function gitHelper(): string {
  const quoted = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
  const { execPath, execArgv, argv } = process
  const words = [execPath, ...execArgv, argv[1] ?? ""].map(quoted)
  return `!${words.join(" ")} auth git-credential`
}

type Ended = { readonly code: number | null } & Readonly<Record<"out" | "err", string>>

function git(args: readonly string[], cwd: string, terminal?: Terminal): Promise<Ended> {
  return new Promise((resolve) => {
    const isTyped = terminal?.stdin.isTTY === true
    // What git starts as its credential helper finds the token there.
    const inherited = terminal ? process.env : withoutTokens()
    const env = { ...inherited, ...(isTyped ? {} : { GIT_TERMINAL_PROMPT: "0" }) }
    const signal = terminal?.interrupted
    const child = spawn("git", [...args], {
      cwd,
      env,
      stdio: [isTyped ? "inherit" : "ignore", "pipe", "pipe"],
      ...(signal && { signal }),
    })
    let [out, err] = ["", ""]
    child.stdout.on("data", (text: Buffer) => (out += text))
    child.stderr.on("data", (text: Buffer) => {
      err += text
      terminal?.stderr.write(String(text))
    })
    child.once("error", ({ message }) => resolve({ code: 1, out, err: `fatal: ${message}` }))
    child.once("close", (code) => resolve({ code, out, err }))
  })
}

export async function addressOf({ owner, repo, host = usualHost() }: Repository): Promise<string> {
  const base = process.env.GHX_BASE_URL
  if (base && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(base).hostname))
    return `${base.replace(/\/$/, "")}/${owner}/${repo}.git`
  const name = `${owner}/${repo}.git`
  return (await protocolOf(host)) === "ssh" ? `git@${host}:${name}` : `https://${host}/${name}`
}

/** What gh's configuration says about a host: `https` unless it says `ssh`. */
async function protocolOf(host: string): Promise<unknown> {
  const { [host]: own } = await configOfGh("hosts.yml")
  return Object(own).git_protocol ?? (await configOfGh("config.yml")).git_protocol
}

export interface GitRemote {
  readonly name: string
  readonly url: string
  readonly repository: Repository | undefined
}

export async function remotesIn(cwd = "."): Promise<readonly GitRemote[]> {
  const listed = (await askGit(["remote", "--verbose"], cwd)) ?? ""
  return [...listed.matchAll(/^(.+)\t(\S+) \(fetch\)/gm)].map(([, name = "", url = ""]) => ({
    name,
    url,
    repository: ofRemote(url),
  }))
}

export const remoteOf = (repository: Repository, remotes: readonly GitRemote[]) =>
  remotes.find((one) => one.repository && sameRepository(one.repository, repository))

/** The remote of a repository, or else its address, which git takes in its place. */
export const remoteFor = async (repository: Repository): Promise<string> =>
  remoteOf(repository, await remotesIn())?.name ?? addressOf(repository)

/** @throws UsageError outside of a clone */
export async function requireClone(words: string, cwd = "."): Promise<void> {
  if ((await askGit(["rev-parse", "--git-dir"], cwd)) !== undefined) return
  throw new UsageError(`ghx ${words} needs a git repository`, "Run it in a clone")
}

/** Runs a capability's command for a local one, and returns what it prints on stdout. */
export async function captured(
  argv: readonly string[],
  derived: LocalContext["derived"],
  terminal: Terminal,
): Promise<{ readonly exitCode: number; readonly out: string }> {
  const parts: Uint8Array[] = []
  const stdout = { write: (text: string | Uint8Array) => void parts.push(Buffer.from(text)) }
  const { stdin, stderr, interrupted } = terminal
  const exitCode = await derived(argv, { stdin, stdout, stderr, interrupted })
  return { exitCode, out: Buffer.concat(parts).toString() }
}
