/**
 * Eight processes share a token's limits for ten minutes of GitHub's, at a sandbox that enforces all six of them: ghx
 * with its budget in Redis, and Octokit with plugin-throttling and Bottleneck in Redis. Clocks run ten times faster,
 * limits are a quarter of GitHub's. Midway the store is killed for half a minute, later one process.
 * Run: `make bench ARGS=budget`; by itself with the tool (ghx, throttling or ""), how much faster clocks run, and `calm`.
 * On a busy machine, let clocks run slower: a request may reach GitHub a second after it was counted, by that clock.
 */
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { redisBudget } from "../../runtime/budget/index.js"
import type { LoggedRequest, Seed } from "../../sandbox/index.js"
import { startSandbox } from "../../sandbox/index.js"
import { startRedis } from "../../test/servers.js"
import type { Plan, Report } from "./budget/plan.js"
import { spreadOf } from "./turns.js"

const FACTOR = Number(process.argv[3] ?? 10)
/** The store is not killed. */
const isCalm = process.argv[4] === "calm"
/** The default kills the store in the middle and a process near the end; fewer minutes are for a first look. */
const MINUTES = Number(process.argv[5] ?? 10)
const PROCESSES = 8
const minute = 60_000

/** A quarter of GitHub's; those of an hour are what ten such minutes can use at most. */
const limits = {
  graphql_minute: 500,
  rest_minute: 225,
  creations_minute: 20,
  creations_hour: 200,
  concurrency: 25,
}
const hourly = 5_000

/** Interactive work requests a seventh of each limit, batch work more than there is. */
const jobs: Plan["jobs"] = [
  { job: "graphql", loops: 8, every_ms: everyMs(limits.graphql_minute) },
  { job: "rest", loops: 3, every_ms: everyMs(limits.rest_minute - 5 * limits.creations_minute) },
  { job: "create", loops: 2, every_ms: everyMs(limits.creations_minute) },
]
/** After which the leases of a process that died have ended. */
const leases_ms = 40_000

function everyMs(limit: number): number {
  return (minute * PROCESSES) / (limit / 7)
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

interface Outcome {
  readonly requests: readonly LoggedRequest[]
  readonly reports: readonly Report[]
  /** Places among requests at once, after a process was killed, and after its leases have ended. */
  readonly held: readonly number[]
}

async function run(tool: Plan["tool"]): Promise<Outcome> {
  const server = await startRedis()
  const start = Date.now()
  const now = () => new Date(start + (Date.now() - start) * FACTOR)
  const sandbox = await startSandbox({ seed, now })
  // As far away as GitHub is.
  sandbox.injectFault({ delay_ms: 50 / FACTOR })
  const plan: Plan = {
    ...{ tool, url: sandbox.url, token: sandbox.token, redis: server.url },
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
    return { requests: [...sandbox.requests], reports: done, held }
  } finally {
    for (const one of processes) one.kill("SIGKILL")
    await sandbox.close()
    await server.stop()
  }
}

async function places(url: string, minutes: (count: number) => Promise<unknown>) {
  const { Redis } = await import("ioredis")
  const redis = new Redis(url)
  const held: number[] = []
  const [token = ""] = (await redis.keys("{ghx:budget:*}")).map((key) => key.slice(12, -1))
  const leases = async () => redis.zcard(`{ghx:budget:${token}}:leases`)
  held.push(await leases())
  await minutes(leases_ms / minute)
  held.push((await redisBudget(redis).look(token, [])).requests)
  redis.disconnect()
  return held
}

/** Points that requests that GitHub let through used of a limit, and when. */
function used(requests: readonly LoggedRequest[], limit: keyof typeof limits) {
  return requests.flatMap(({ at, method, path, status }) => {
    if (status === 403 || status === 429) return []
    const time = Date.parse(at)
    const graphql = path === "/graphql"
    if (limit === "graphql_minute") return graphql ? { time, points: 1 } : []
    const creates = !graphql && method === "POST"
    if (limit === "rest_minute") return graphql ? [] : { time, points: creates ? 5 : 1 }
    return creates ? { time, points: 1 } : []
  })
}

function shareUsed(requests: readonly LoggedRequest[], limit: keyof typeof limits): number {
  const points = used(requests, limit).reduce((sum, one) => sum + one.points, 0)
  return points / (limits[limit] * MINUTES)
}

function mostInAMinute(requests: readonly LoggedRequest[], limit: keyof typeof limits): number {
  const all = used(requests, limit)
  let [first, sum, most] = [0, 0, 0]
  for (const { time, points } of all) {
    sum += points
    for (let old = all[first]; old && old.time <= time - minute; old = all[first]) {
      sum -= old.points
      first += 1
    }
    most = Math.max(most, sum)
  }
  return most
}

/** Percent of each limit that each minute used. */
function byMinute(requests: readonly LoggedRequest[], begun: number) {
  return Object.fromEntries(
    minuteLimits.map((limit) => {
      const minutes = Array.from({ length: MINUTES }, () => 0)
      for (const { time, points } of used(requests, limit)) {
        const at = Math.floor((time - begun) / minute)
        if (at < MINUTES) minutes[at] = (minutes[at] ?? 0) + points
      }
      return [limit, minutes.map((points) => Math.round((100 * points) / limits[limit]))]
    }),
  )
}

const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
const percent = (share: number) => `${Math.round(share * 100)} %`
const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0)
const tools = [
  ["ghx with `budget`", "ghx"],
  ["Octokit, plugin-throttling, Bottleneck in Redis", "throttling"],
] as const
const minuteLimits = ["graphql_minute", "rest_minute", "creations_minute"] as const

console.log(
  "| | requests | 403, 429 or RATE_LIMITED | GraphQL used | REST used | creations used | interactive jobs took | batch jobs took | ratio |",
)
console.log("|---|---|---|---|---|---|---|---|---|")
const outcomes = new Map<string, Outcome>()
const only = process.argv[2]
for (const [name, tool] of tools.filter(([, tool]) => !only || tool === only)) {
  const outcome = await run(tool)
  outcomes.set(tool, outcome)
  const { requests, reports } = outcome
  const refused = requests.filter(
    ({ status, response }) =>
      status === 403 || status === 429 || JSON.stringify(response ?? "").includes("RATE_LIMITED"),
  )
  const begun = Date.parse(requests[0]?.at ?? "")
  if (tool === "ghx") {
    for (const { at, method, path, response } of refused) {
      const when = ((Date.parse(at) - begun) / minute).toFixed(2)
      console.error(`refused in minute ${when}: ${method} ${path} ${JSON.stringify(response)}`)
    }
  }
  const took = (priority: "interactive" | "batch") => {
    const all = reports.flatMap((report) => report[priority])
    const { middle } = spreadOf(all)
    return `${seconds(meanOf(all))} s (median ${seconds(middle)}, ${all.length} jobs)`
  }
  const waited = (priority: "interactive" | "batch") =>
    meanOf(reports.flatMap((report) => report[priority]))
  const cells = [
    ...[requests.length, refused.length],
    ...minuteLimits.map(
      (limit) =>
        `${percent(shareUsed(requests, limit))}, at most ${mostInAMinute(requests, limit)} of ${limits[limit]}`,
    ),
    ...[took("interactive"), took("batch")],
    (waited("interactive") / waited("batch")).toFixed(2),
  ]
  console.log(`| ${[name, ...cells].join(" | ")} |`)
  console.error(`use by minute: ${JSON.stringify(byMinute(requests, begun))}`)
  const failures = reports.map(({ failures }) => failures).filter((one) => Object.keys(one).length)
  if (failures.length > 0) console.error(JSON.stringify(failures))
}
const held = outcomes.get("ghx")?.held ?? []
console.log(
  `\nPlaces after a process was killed: ${held[0]}; once its leases had ended: ${held[1]}.`,
)
