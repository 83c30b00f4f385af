/** Runs `gh` itself: no shell, no terminal, bounded in time and in output. */
import { reasonOf } from "../../errors/index.js"
import { exactText, isGithubHost, similarText } from "../../http/index.js"
import { onAbort } from "../../timing/index.js"
import { realGh } from "./real-gh.js"

export interface GhCommand {
  readonly path: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string | undefined
  readonly timeout_ms: number
  readonly signal: AbortSignal | undefined
}

export type GhResult =
  | { readonly started: false; readonly missing: boolean; readonly message: string }
  | {
      readonly started: true
      readonly stdout: string
      /** The bytes of `stdout`, if they are not UTF-8. */
      readonly undecoded?: Uint8Array | undefined
      readonly stderr: string
      /** The output was longer than what is kept. */
      readonly truncated: boolean
      readonly exit_code: number | null
      /** Why it was killed; undefined if it ended by itself. */
      readonly killed: string | undefined
    }

/** Maximum number of kept bytes, for each stream. */
export const mostOutput = 10 * 1024 * 1024

/** Runs gh until it ends, its time limit passes, or the signal aborts. Never throws. */
export async function runGh(command: GhCommand): Promise<GhResult> {
  const [group, name, ...others] = command.argv
  if (group !== "pr" || name !== "diff") return runOnce(command)
  // Since gh 2.97, a diff with escape sequences is changed without this flag, which older versions refuse.
  const whole = await runOnce({ ...command, argv: [group, name, keepingAll, ...others] })
  return whole.started && whole.stderr.includes(keepingAll) ? runOnce(command) : whole
}

const keepingAll = "--allow-escape-sequences"

function runOnce(command: GhCommand): Promise<GhResult> {
  // Not an import, because bundlers for platforms without processes could not resolve the module.
  const processes = globalThis.process?.getBuiltinModule?.("child_process")
  if (!processes) return Promise.resolve(unstarted(true, "this platform cannot run commands"))
  const { env, cwd, timeout_ms, signal } = command
  const { argv, stdin } = longTextToStdin(command.argv)
  if (signal?.aborted) return Promise.resolve(unstarted(false, `the call ${endOf(signal)}`))
  const path = realGh(command.path, env.PATH)
  if (path === undefined) {
    return Promise.resolve(unstarted(true, "the only gh in PATH is ghx, which would call itself"))
  }

  return new Promise((resolve) => {
    let child: ReturnType<typeof start>
    const start = () =>
      processes.spawn(path, withoutAliases(argv), {
        env: { ...env },
        cwd,
        windowsHide: true,
        // A process group of its own, so that the processes that gh starts end with it.
        detached: ownGroup,
      })
    try {
      child = start()
    } catch (error) {
      // A null byte in an argument, for example, cannot be passed to a process.
      resolve(unstarted(false, reasonOf(error)))
      return
    }
    const [out, err] = [collector(), collector()]
    child.stdout.on("data", out.add)
    child.stderr.on("data", err.add)
    // gh may end before it has read everything; its exit code then says why.
    child.stdin.on("error", () => {}).end(stdin)

    const settle = (result: GhResult) => {
      clearTimeout(timer)
      unfollow()
      resolve(result)
    }
    const ended = (exit_code: number | null, killed: string | undefined) =>
      settle({
        started: true,
        stdout: out.text(),
        undecoded: out.undecoded(),
        stderr: err.text(),
        truncated: out.truncated(),
        exit_code,
        killed,
      })
    const kill = (why: string) => {
      endAll(child)
      // Processes that left the group may keep the pipes open; they are not waited for.
      child.stdout.destroy()
      child.stderr.destroy()
      ended(null, why)
    }
    const abort = () => kill(`the call ${endOf(signal)}`)
    const timer = setTimeout(() => kill(`it took longer than ${timeout_ms} ms`), timeout_ms)
    const unfollow = onAbort(signal, abort)

    child.on("error", (error) => {
      const missing = "code" in error && (error.code === "ENOENT" || error.code === "EACCES")
      settle(unstarted(missing, error.message))
    })
    child.on("close", (exit_code, how) =>
      ended(exit_code, how === null ? undefined : `it was ended by ${how}`),
    )
  })
}

/**
 * For an unknown command, gh looks for an alias or an extension of that name, which runs a program of the user. A
 * flag before the command prevents that: gh then just reports that the command is unknown.
 */
function withoutAliases(argv: readonly string[]): readonly string[] {
  return argv[0]?.startsWith("-") ? argv : [forGh, ...argv]
}

const forGh = "--help=false"

const longText = /^--(body|notes)=(.{30000,})$/s

/** Linux limits an argument to 128 KiB, and Windows all of them to 32 KiB, so gh reads a longer text from stdin. */
function longTextToStdin(argv: readonly string[]): { argv: readonly string[]; stdin: string } {
  const stdin = argv.flatMap((one) => longText.exec(one)?.[2] ?? []).join("")
  return { argv: argv.map((one) => one.replace(longText, "--$1-file=-")), stdin }
}

/** Printed by ghx if it is started in place of gh, such as by a script of that name in `PATH`. */
export const startedAsGh = "ghx was started in place of gh"

/** Whether ghx has been started by `runGh`. */
export const isStartedAsGh = ([first]: readonly string[]): boolean => first === forGh

const ownGroup = globalThis.process?.platform !== "win32"

/** Ends gh and everything that it started, such as git, a credential helper or a pager. */
function endAll(child: {
  readonly pid?: number | undefined
  kill(signal: "SIGKILL"): boolean
}): void {
  try {
    if (ownGroup && child.pid !== undefined) globalThis.process.kill(-child.pid, "SIGKILL")
  } catch {
    // The process has already ended.
  }
  child.kill("SIGKILL")
}

/** `timed out after 100 ms`. The message of a caller's abort does not matter. */
function endOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason
  return reason instanceof Error && reason.name === "TimeoutError" ? reason.message : "was aborted"
}

function unstarted(missing: boolean, message: string): GhResult {
  return { started: false, missing, message }
}

/** Keeps the first bytes of a stream and lets the rest pass, so that the process can end. */
function collector() {
  const kept: Uint8Array[] = []
  let size = 0
  let cut = false
  const whole = () => Buffer.concat(kept)
  return {
    add(chunk: Uint8Array) {
      const room = mostOutput - size
      if (chunk.length > room) cut = true
      if (room <= 0) return
      kept.push(chunk.subarray(0, room))
      size += Math.min(chunk.length, room)
    },
    truncated: () => cut,
    text: () => exactText(whole(), cut) ?? similarText(whole()),
    undecoded: () => (exactText(whole(), cut) === undefined ? whole() : undefined),
  }
}

const tokens = ["GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]

/** The caller's variables that gh must not inherit: those that change the token or the output. */
const withheld = new Set([...tokens, "GH_DEBUG", "DEBUG", "GH_FORCE_TTY", "CLICOLOR_FORCE"])

const quiet = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" }

/**
 * The environment of a gh process: the caller's, with the client's host and token.
 *
 * gh sends `GH_ENTERPRISE_TOKEN` to any host that a command names, so a github.com token is never put
 * there. A client's token is not passed on if `extra` directs gh to another host.
 */
export function ghEnvironment(
  host: string,
  token: string | undefined,
  extra: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  // Names have no case on Windows.
  const inherited = Object.entries(globalThis.process?.env ?? {})
  const env = Object.fromEntries(inherited.filter(([name]) => !withheld.has(name.toUpperCase())))
  if (token !== undefined && (extra.GH_HOST ?? host) === host) {
    env[isGithubHost(host) ? "GH_TOKEN" : "GH_ENTERPRISE_TOKEN"] = token
  }
  return { ...env, ...quiet, GH_HOST: host, ...extra }
}

/** Whether the caller's environment for gh contains a token. */
export function bringsToken(extra: Readonly<Record<string, string>>): boolean {
  return tokens.some((name) => extra[name])
}
