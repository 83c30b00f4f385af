/** `ghx sandbox`: GitHub in memory, for as long as the command runs. */
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/index.js"
import { exitCodes, print, UsageError } from "./output/index.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

export interface SandboxFlags {
  readonly port?: number
  /** A file that says what is in it. */
  readonly seed?: string
}

export async function sandbox(flags: SandboxFlags, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const { url, token, close } = await openSandbox(flags)
  if (stdout.isTTY) stdout.write(instructions(url, token))
  else await print({ url, token }, terminal)
  await untilInterrupted(terminal)
  await close()
  return exitCodes.ok
}

/** @throws UsageError where it cannot be started: a port that is taken, a seed that is wrong, a package that is missing */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options)
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error
  }
}

const instructions = (url: string, token: string) => `A GitHub in memory, at ${url}

  In another terminal:
    export GHX_BASE_URL=${url}
    ghx run issue.list -R octocat/hello-world

  Everything else that speaks to GitHub:
    ${url}/graphql, and REST at ${url}; the token is ${token}

Ctrl-C ends it, and what is in it.
`
