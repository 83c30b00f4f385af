/** `ghx sandbox`: serves an in-memory GitHub until the command ends. */
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { opened } from "./opened.js"
import { exitCodes, print } from "./output/index.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

export interface SandboxFlags {
  readonly port?: number
  /** A file with its seed. */
  readonly seed?: string
}

export async function sandbox(flags: SandboxFlags, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const { url, token, close } = await opened(startSandbox({ port: 0, ...flags }))
  if (stdout.isTTY) stdout.write(instructions(url, token))
  else await print({ url, token }, terminal)
  await untilInterrupted(terminal)
  await close()
  return exitCodes.ok
}

export function openSandbox(): Promise<Sandbox> {
  return opened(startSandbox())
}

const instructions = (url: string, token: string) => `An in-memory GitHub at ${url}

  In another terminal:
    export GHX_BASE_URL=${url} GH_TOKEN=${token}
    ghx run issue.list -R octocat/hello-world

  For other GitHub clients:
    ${url}/graphql, and REST at ${url}; the token is ${token}

Ctrl-C stops the server and discards its data.
`
