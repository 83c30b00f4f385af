/** `ghx sandbox`: serves an in-memory GitHub until the command ends. */
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { asUsage, exitCodes, print } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

type SandboxFlags = OptionValues<
  "seed" | "webhook",
  "https" | "lenient" | "synthesize" | "generic"
> & {
  readonly port?: number
  /** How many seconds pass per second; 1 by default, and 0 for the clock that only advances with changes. */
  readonly speed?: number
}

export async function sandbox(flags: SandboxFlags, terminal: Terminal): Promise<number> {
  const { stdout } = terminal
  const { speed = 1, lenient = false, ...given } = flags
  const clock = speed === 0 ? {} : { now: clockAt(speed) }
  const options = { port: 0, ...given, ...clock, lenient: lenient && ("list" as const) }
  const started = await startSandbox(options).catch(asUsage(Error))
  const { url, token, ca_file, close } = started
  if (stdout.isTTY) stdout.write(instructions(started))
  else await print({ url, token, ca_file }, terminal)
  await untilInterrupted(terminal)
  await close()
  return exitCodes.ok
}

function clockAt(speed: number): () => Date {
  const begun = Date.now()
  return () => new Date(begun + (Date.now() - begun) * speed)
}

/**
 * A sandbox that ends with the command. Its clock advances with changes, so that results are reproducible, and a
 * second per second, so that capabilities that wait come to an end.
 */
export async function openSandbox(): Promise<Pick<Sandbox, "url" | "token" | "close">> {
  const { url, token, advance, close } = await startSandbox().catch(asUsage(Error))
  const timer = setInterval(() => advance(SECOND_MS), SECOND_MS)
  return {
    url,
    token,
    close() {
      clearInterval(timer)
      return close()
    },
  }
}

const SECOND_MS = 1000

const instructions = ({ url, token, ca_file }: Sandbox) => `An in-memory GitHub at ${url}

  In another terminal:
    export GHX_BASE_URL=${url} GH_TOKEN=${token}${ca_file ? ` NODE_EXTRA_CA_CERTS=${ca_file}` : ""}
    ghx run issue.list -R octocat/hello-world

  For other GitHub clients:
    ${url}/graphql, and REST at ${url}; the token is ${token}
${ca_file ? FOR_FIXED_HOSTS : ""}
Ctrl-C stops the server and discards its data.
`

const FOR_FIXED_HOSTS = `    node --import ghx/sandbox/hosts PROGRAM reaches it as api.github.com and github.com
`
