import { spawn } from "node:child_process"

/** There is no git on this machine. */
export class NoGit extends Error {}

/** Runs git without any configuration of the machine, and resolves to its output. */
export function runGit(
  args: readonly string[],
  input: Buffer,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: Buffer; stderr: string }> {
  const { PATH, SystemRoot } = process.env
  const env = {
    ...(PATH !== undefined && { PATH }),
    ...(SystemRoot !== undefined && { SystemRoot }),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    LC_ALL: "C",
    ...environment,
  }
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { env, stdio: "pipe", windowsHide: true })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new NoGit() : error),
    )
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }),
    )
    // git may stop before it has read everything.
    child.stdin.on("error", () => {})
    child.stdin.end(input)
  })
}
