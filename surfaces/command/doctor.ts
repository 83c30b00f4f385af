/** `ghx doctor`: checks token, scopes, rate limits and gh, and says how to fix problems. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { createExecutor } from "../../generated/calls.js"
import manifest from "../../package.json" with { type: "json" }
import type { BudgetState } from "../../runtime/features/budget/index.js"
import { type Client, ignoredProxy, type ResultError } from "../../runtime/index.js"
import type { CommandBudget } from "./budget.js"
import { type Connection, withClient } from "./client.js"
import { variableFor } from "./gh-logins.js"
import { askRateLimit } from "./gh-rest.js"
import { exitCodeOf, exitCodes, inShell, print, printNote } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly says: string
  readonly fix?: string | undefined
}

/** Returns the exit code of a call with this token. */
export async function doctor(flags: Connection, terminal: Terminal): Promise<number> {
  return withClient(flags, terminal, async (client, budget) => {
    const [account, limits, gh] = await Promise.all([accountOf(client), limitsOf(client), ghHere()])
    const findings: Finding[] = [
      { check: "ghx", ok: true, says: `${manifest.version}, on Node ${process.versions.node}` },
      { check: "server", ok: true, says: client.endpoint.host },
      ...proxyHere(),
      account.finding,
      ...limits,
      ...(budget ? await budgetFindings(budget) : []),
      gh,
    ]
    await print(findings, terminal)
    // Fixes are too long for the table.
    const fixes = terminal.stdout.isTTY ? findings.filter(({ fix }) => fix !== undefined) : []
    for (const { check, fix } of fixes) printNote(`${check}: ${fix}`, terminal)
    return account.error ? exitCodeOf(account.error) : exitCodes.ok
  })
}

async function accountOf(client: Client): Promise<{ finding: Finding; error?: ResultError }> {
  const me = await createExecutor({ client }).execute("user.me", {})
  const usual = client.endpoint.rest.startsWith("http:") ? "a sandbox's" : "gh's own login"
  const from = variableFor() ?? usual
  if (me.ok) return { finding: { check: "token", ok: true, says: `${from}, of ${me.data.login}` } }
  const { code, message, details } = me.error
  const says = `${from}: ${code} ${message}`
  return {
    error: me.error,
    finding: { check: "token", ok: false, says, fix: inShell(details?.fix) },
  }
}

async function limitsOf(client: Client): Promise<Finding[]> {
  const answer = await askRateLimit(client)
  // A server may have no limits. Other failures were reported for the account.
  if (!answer) return []
  const scopes = answer.headers["x-oauth-scopes"]
  const { resources } = Object(answer.body)
  const limits = ["graphql", "core"].flatMap((name): Finding[] => {
    const { limit, remaining, reset } = Object(Object(resources)[name])
    if (typeof limit !== "number") return []
    const until = new Date(Number(reset) * 1000).toISOString()
    const check = name === "core" ? "REST rate limit" : "GraphQL rate limit"
    const says = `${remaining} of ${limit} left until ${until}`
    return [{ check, ok: remaining > 0, says }]
  })
  const held =
    scopes === undefined ? "none (the token has permissions instead)" : String(scopes) || "none"
  return [{ check: "scopes", ok: true, says: held }, ...limits]
}

/** The remaining budget of all processes of the token, and the number of waiting requests. */
async function budgetFindings({ place, look }: CommandBudget): Promise<Finding[]> {
  const check = "rate budget"
  try {
    const state = await look()
    if (!state) return [{ check, ok: true, says: `${place}, no requests yet` }]
    const { windows, requests, pause_ms, waiting } = state
    const paused = pause_ms > 0 ? `, paused for another ${Math.ceil(pause_ms / 1000)} s` : ""
    const says = `${place}, ${requests} requests in progress${paused}`
    const spent = windows.filter(({ left, limit }) => left < limit)
    return [
      { check, ok: pause_ms === 0, says },
      ...spent.map(({ name, left, limit }) => {
        return { check: `budget ${name}`, ok: left > 0, says: `${left} of ${limit} left` }
      }),
      ...waitingFor(waiting).map((says) => ({ check: "budget waiting", ok: true, says })),
    ]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const fix = "Start the server, or unset GHX_BUDGET; until then each process counts separately"
    return [{ check, ok: false, says: `${place} does not respond: ${why}`, fix }]
  }
}

/** `12 batch requests for creations_minute`, for each priority and window. */
function waitingFor(waiting: BudgetState["waiting"]): string[] {
  const counts = new Map<string, number>()
  for (const { priority, window, requests } of waiting) {
    const kind = `${priority} for ${window}`
    counts.set(kind, (counts.get(kind) ?? 0) + requests)
  }
  return [...counts].map(([kind, requests]) => `${requests} ${kind}`)
}

function proxyHere(): Finding[] {
  const fix = ignoredProxy()
  return fix === undefined ? [] : [{ check: "proxy", ok: false, says: "set, but not used", fix }]
}

async function ghHere(): Promise<Finding> {
  const { realGh } = await import("../../runtime/features/gh/real-gh.js")
  const path = realGh("gh", process.env.PATH)
  try {
    const { stdout } = await promisify(execFile)(path ?? "", ["--version"])
    return { check: "gh", ok: true, says: stdout.split("\n")[0] ?? "" }
  } catch {
    const fix = "Install it from https://cli.github.com, for pr.checkout and as a third route"
    const says = path === undefined ? "not installed: the gh in PATH is ghx" : "not installed"
    return { check: "gh", ok: false, says, fix }
  }
}
