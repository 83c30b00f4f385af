import type { Client } from "../../client/index.js"
import { variable } from "../../client/index.js"
import { type Failure, permanent, unsupported } from "../../errors/index.js"
import { monotonicNow } from "../../timing/index.js"
import { classifyGh } from "./classify.js"
import { bringsToken, ghEnvironment, runGh } from "./process.js"

interface Check {
  /** The reason why gh cannot be used; undefined if it can. */
  readonly answer: Promise<Failure | undefined>
  /** When to check again, by `monotonicNow`. */
  stale_at: number
}

const checks = new WeakMap<Client["gh"], Check>()

// gh may be installed, or logged in, while a long-lived process runs.
const failureLastsMs = 60_000
const checkTimeoutMs = 10_000

/** The reason why a client cannot use gh. Checked once, and again a while after a failure. */
export async function ghProblem(client: Client): Promise<Failure | undefined> {
  let check = checks.get(client.gh)
  if (!check || monotonicNow() > check.stale_at) {
    check = { answer: ask(client), stale_at: Number.POSITIVE_INFINITY }
    // Set before the first await, so that calls which begin together share one check.
    checks.set(client.gh, check)
    if (await check.answer) check.stale_at = monotonicNow() + failureLastsMs
  }
  return check.answer
}

async function ask({ endpoint, gh }: Client): Promise<Failure | undefined> {
  // The client may have its own gh configuration that leads gh over a socket, like that of the sandbox.
  const led = gh.env.GH_HOST ?? gh.env.GH_CONFIG_DIR ?? variable("GH_CONFIG_DIR")
  if (!endpoint.rest.startsWith("https:") && led === undefined) {
    return unsupported(`gh supports only HTTPS, but ${endpoint.host} is configured with HTTP`)
  }
  const loggedIn = gh.hasToken || bringsToken(gh.env)
  const { host } = endpoint
  const result = await runGh({
    path: gh.path,
    argv: loggedIn ? ["--version"] : ["auth", "token", "--hostname", gh.env.GH_HOST ?? host],
    env: ghEnvironment(host, undefined, gh.env),
    timeout_ms: checkTimeoutMs,
    signal: undefined,
  })
  if (!result.started) return classifyGh(result)
  if (result.exit_code === 0) return undefined
  if (loggedIn) return unsupported("gh does not work here")
  return permanent("AUTH", "not_sent", `gh is not logged in to ${host}`, {
    fix: `Run \`gh auth login --hostname ${host}\`, or give the client a token`,
  })
}
