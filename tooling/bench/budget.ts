/**
 * Eight processes share a token's limits for ten of GitHub's minutes, at a sandbox that enforces all six limits: ghx
 * with its budget in Redis, and Octokit with plugin-throttling and Bottleneck in Redis. Clocks run twice as fast, and
 * limits are a quarter of GitHub's. Midway the store is killed for half a minute, and later one process.
 *
 * `make bench ARGS=budget` takes ten minutes and writes the table into docs/scale.md. For a part of it, `tsx
 * tooling/bench/budget.ts ghx|throttling|all SPEED calm|killed MINUTES redis|postgres`, which writes nothing. Redis
 * comes back empty, Postgres with its data. The faster the clocks run, the slower the store and the sandbox seem: a
 * store that takes a second counts as down.
 */
import { type ChildProcess, fork } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Seed } from "../../sandbox/index.js"
import { startSandbox } from "../../sandbox/index.js"
import { startPostgres, startRedis } from "../../test/servers.js"
import type { Plan, Report } from "./budget/plan.js"
import { notesOn, type Outcome, tableOf } from "./budget/report.js"
import { storeAt } from "./budget/store-at.js"

const [only = "all", speed = "2", weather = "killed", length = "10", kind = "redis"] =
  process.argv.slice(2)
const ONLY = only === "all" ? undefined : only
const FACTOR = Number(speed)
/** The store is not killed. */
const isCalm = weather === "calm"
const MINUTES = Number(length)
const isWhole = process.argv.length === 2
const page = join(import.meta.dirname, "../../docs/scale.md")
const PROCESSES = 8
const minute = 60_000

/** A quarter of GitHub's. The hourly limits allow what ten such minutes can use at most. */
const limits = {
  graphql_minute: 500,
  rest_minute: 225,
  creations_minute: 20,
  creations_hour: 200,
  concurrency: 25,
}
const hourly = 5_000

/**
 * Interactive work requests 18 % of each limit, and batch work more than its four fifths. Together that is as much as
 * windows of 61 seconds allow per minute.
 */
const jobs: Plan["jobs"] = [
  { job: "graphql", loops: 8, every_ms: everyMs(limits.graphql_minute) },
  { job: "rest", loops: 3, every_ms: everyMs(limits.rest_minute - 5 * limits.creations_minute) },
  { job: "create", loops: 2, every_ms: everyMs(limits.creations_minute) },
]
/** How long after a process died its leases have expired. */
const leases_ms = 40_000

function everyMs(limit: number): number {
  return (minute * PROCESSES) / (limit * 0.18)
}

const seed: Seed = {
  users: [{ login: "octocat" }],
  repositories: [
    { owner: "octocat", name: "hello-world", issues: [{ title: "Bug", author: "octocat" }] },
  ],
  rate_limit: {
    limit: hourly,
    secondary: {
      graphql_points: limits.graphql_minute,
      rest_points: limits.rest_minute,
      creations: limits.creations_minute,
      creations_hour: limits.creations_hour,
      concurrency: limits.concurrency,
    },
  },
}

async function run(tool: Plan["tool"]): Promise<Outcome> {
  const server = kind === "postgres" ? await startPostgres() : await startRedis()
  const start = Date.now()
  const now = () => new Date(start + (Date.now() - start) * FACTOR)
  const sandbox = await startSandbox({ seed, now })
  // The latency of GitHub.
  sandbox.injectFault({ delay_ms: 50 / FACTOR })
  const plan: Plan = {
    ...{ tool, url: sandbox.url, token: sandbox.token, store: server.url },
    ...{ factor: FACTOR, start, seconds: MINUTES * 60, limits, jobs },
  }
  const worker = join(import.meta.dirname, "budget/worker.ts")
  const processes: ChildProcess[] = []
  try {
    for (let index = 0; index < PROCESSES; index += 1) {
      const execArgv = ["--import", "tsx", "--no-warnings"]
      const one = fork(worker, [JSON.stringify(plan)], { execArgv })
      processes.push(one)
      await new Promise((resolve) => one.once("message", resolve))
    }
    sandbox.clearRequests()
    const reports = processes.map(
      (one) =>
        new Promise<Report | undefined>((resolve) => {
          one.once("message", resolve as (report: unknown) => void)
          one.once("exit", () => resolve(undefined))
        }),
    )
    for (const one of processes) one.send("go")
    const minutes = (count: number) => sleep((count * minute) / FACTOR)
    await minutes(MINUTES / 2)
    if (!isCalm) await server.kill()
    await minutes(0.5)
    if (!isCalm) await server.start()
    await minutes(0.3 * MINUTES)
    processes[0]?.kill("SIGKILL")
    const held = tool === "ghx" ? await places(server.url, minutes) : []
    const done = (await Promise.all(reports)).filter((report) => report !== undefined)
    const killed_at = MINUTES / 2
    return { requests: [...sandbox.requests], reports: done, held, killed_at, minutes: MINUTES }
  } finally {
    for (const one of processes) one.kill("SIGKILL")
    await sandbox.close()
    await server.stop()
  }
}

async function places(url: string, minutes: (count: number) => Promise<unknown>) {
  const { store, tokens, close } = await storeAt(url)
  const [token = ""] = await tokens()
  const held = [(await store.look(token, [])).requests]
  await minutes(leases_ms / minute)
  held.push((await store.look(token, [])).requests)
  await close()
  return held
}

const tools = [
  ["ghx with `budget`", "ghx"],
  ["Octokit, plugin-throttling, Bottleneck in Redis", "throttling"],
] as const

const outcomes: { readonly name: string; readonly outcome: Outcome }[] = []
for (const [name, tool] of tools.filter(([, tool]) => !ONLY || tool === ONLY)) {
  const outcome = await run(tool)
  outcomes.push({ name, outcome })
  if (tool === "ghx") for (const note of notesOn(outcome)) console.error(note)
}
const table = tableOf(outcomes, limits)
console.log(table)
if (isWhole) {
  const [before, , after] = readFileSync(page, "utf8").split(
    /(?<=<!-- measured -->\n)|(?=<!-- end of measured -->)/,
  )
  writeFileSync(page, `${before}\n${table}\n\n${after}`)
}
