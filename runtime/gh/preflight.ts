import { variable } from "../client/environment.js"
import type { Client } from "../client/index.js"
import type { Failure } from "../errors/index.js"
import { classifyGh } from "./classify.js"
import { bringsToken, ghEnvironment } from "./environment.js"
import { runGh } from "./process.js"

interface Checked {
  readonly failure: Failure | undefined
  readonly at: number
}

const checks = new WeakMap<Client, Promise<Checked>>()

// gh may be installed, or logged in, while a long-lived process runs.
const failureLastsMs = 60_000
const checkTimeoutMs = 10_000

/** Why gh cannot be used by a client; asked once, and again a while after it could not. */
export async function obstacle(client: Client): Promise<Failure | undefined> {
  const known = await checks.get(client)
  if (known && (!known.failure || performance.now() - known.at < failureLastsMs)) {
    return known.failure
  }
  const check = ask(client).then((failure) => ({ failure, at: performance.now() }))
  checks.set(client, check)
  return (await check).failure
}

async function ask({ endpoint, gh }: Client): Promise<Failure | undefined> {
  if (!endpoint.rest.startsWith("https:") && !gh.env.GH_HOST && !variable("GH_CONFIG_DIR")) {
    return unusable(`gh speaks HTTPS only, and ${endpoint.host} is reached without`)
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
  if (loggedIn) return unusable("gh does not work here")
  return {
    code: "AUTH",
    message: `gh is not logged in to ${host}`,
    transient: false,
    outcome: "not_sent",
    details: { fix: `Run \`gh auth login --hostname ${host}\`, or give the client a token` },
  }
}

function unusable(message: string): Failure {
  return { code: "ADAPTER_UNSUPPORTED", message, transient: false, outcome: "not_sent" }
}
