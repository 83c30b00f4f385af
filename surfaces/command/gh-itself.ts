/** Commands that only gh has: run by gh, if it is installed. */
import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { realGh } from "../../runtime/features/gh/real-gh.js"
import { tried } from "../../runtime/text/index.js"
import { elsewhere } from "./gh/index.js"
import { loginToken, variableFor } from "./gh-logins.js"
import { usualHost } from "./input/index.js"
import { exitCodes } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** The program to run for a command; undefined if there is none, or it would reach another server. */
export function ghFor(words: readonly string[]): string | undefined {
  if (elsewhere(words)) return undefined
  const gh = realGh("gh", process.env.PATH)
  return tried(() => {
    accessSync(gh ?? "", constants.X_OK)
    return gh
  }, undefined)
}

/** Runs it on the terminal, or between the command's pipes, and returns its exit code. */
export async function runItself(
  gh: string,
  argv: readonly string[],
  { stdin, stdout, stderr, interrupted: signal }: Terminal,
): Promise<number> {
  const isTyped = stdin.isTTY === true && stdout.isTTY === true
  const child = spawn(gh, [...argv], {
    env: { ...process.env, ...(await tokenFor(argv)) },
    stdio: isTyped ? "inherit" : ["pipe", "pipe", "pipe"],
    signal,
  })
  child.stdout?.on("data", (text: Buffer) => stdout.write(text))
  child.stderr?.on("data", (text: Buffer) => stderr.write(text))
  if (child.stdin) void feed(child.stdin, stdin)
  return new Promise((resolve) => {
    child.once("error", () => resolve(signal.aborted ? exitCodes.interrupted : exitCodes.failed))
    child.once("close", (code) => resolve(code ?? exitCodes.failed))
  })
}

async function feed(into: NodeJS.WritableStream, stdin: Terminal["stdin"]): Promise<void> {
  into.on("error", () => undefined)
  if (!stdin.isTTY) for await (const text of stdin) into.write(text)
  into.end()
}

/** gh does not know the logins of ghx. */
async function tokenFor([group]: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const host = usualHost()
  if (group === "auth" || variableFor(host) !== undefined) return {}
  const token = await loginToken(host)
  return token === undefined ? {} : { GH_HOST: host, GH_TOKEN: token }
}
