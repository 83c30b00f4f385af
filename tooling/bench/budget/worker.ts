/** One of the processes of `make bench ARGS=budget`: mixed work, interactive and batch, over one token. */
import { setTimeout as pause } from "node:timers/promises"
import { fasterStore, runFaster } from "./fast-clock.js"
import type { Job, Plan, Report } from "./plan.js"

const plan: Plan = JSON.parse(process.argv[2] ?? "{}")
const { factor, start, seconds } = plan
const call = await (plan.tool === "ghx" ? ghx() : throttling())

// The first calls load modules.
for (const job of ["graphql", "rest"] as const) await call("interactive", job)
process.send?.("ready")
await new Promise((resolve) => process.once("message", resolve))
const until = Date.now() + seconds * 1000
const report: Report = { interactive: [], batch: [], failures: {}, slow: 0 }
await Promise.race([
  Promise.all([...batches(), ...interactive()]),
  pause((seconds * 1000) / factor),
])
process.send?.(report, () => process.exit(0))

/** Each kind of work has its own loops, so that waiting for one limit does not hold up the others. */
function batches(): Promise<void>[] {
  return plan.jobs.flatMap(({ job, loops }) =>
    Array.from({ length: loops }, async () => {
      while (Date.now() < until) await measured("batch", job)
    }),
  )
}

/** Arrives at a fixed rate, independent of earlier jobs. */
function interactive(): Promise<void>[] {
  return plan.jobs.map(async ({ job, every_ms }) => {
    await sleep(every_ms * Math.random())
    for (const all: Promise<void>[] = []; ; ) {
      if (Date.now() >= until) return
      all.push(measured("interactive", job))
      await sleep(every_ms)
    }
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function measured(priority: "interactive" | "batch", job: Job): Promise<void> {
  const begun = performance.now()
  const failed = await call(priority, job).catch((error: unknown) => String(error))
  if (failed === undefined) report[priority].push(Math.round(performance.now() - begun))
  else {
    report.failures[failed] = (report.failures[failed] ?? 0) + 1
    // Avoids a busy loop of immediate failures.
    await sleep(1_000)
  }
}

async function ghx() {
  runFaster(factor, start)
  const { createGhx } = await import("../../../generated/index.js")
  const { storeAt } = await import("./store-at.js")
  const store = fasterStore((await storeAt(plan.store)).store, factor, () => {
    report.slow += 1
  })
  const of = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const clients = (["interactive", "batch"] as const).map((priority) => {
    const budget = { store, priority, limits: plan.limits, max_wait_ms: 3_600_000 }
    return [
      priority,
      createGhx({ base_url: plan.url, token: plan.token, budget, timeout_ms: 30_000 }),
    ] as const
  })
  const client = Object.fromEntries(clients)
  return async (priority: string, job: Job): Promise<string | undefined> => {
    const own = client[priority]
    if (!own) throw new Error(`there is no client for ${priority}`)
    const result =
      job === "graphql"
        ? await own.issue.view(of).run({ route: "graphql" })
        : job === "rest"
          ? await own.issue.view(of).run({ route: "rest" })
          : await own.issue.comments.create({ ...of, body: "Hello" }).run({ route: "rest" })
    return result.ok ? undefined : result.error.code
  }
}

async function throttling() {
  runFaster(factor, start)
  const { Octokit } = await import("octokit")
  const { default: Bottleneck } = await import("bottleneck")
  const { Redis } = await import("ioredis")
  const redis = new Redis(plan.store)
  redis.on("error", () => undefined)
  const connection = new Bottleneck.IORedisConnection({ client: redis })
  connection.on("error", () => undefined)
  const again = (_: number, __: object, ___: object, count: number) => count < 3
  const octokit = new Octokit({
    auth: plan.token,
    baseUrl: plan.url,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    retry: { enabled: false },
    throttle: {
      Bottleneck,
      connection,
      id: "token",
      onRateLimit: again,
      onSecondaryRateLimit: again,
    },
  })
  const of = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const query = `query($owner: String!, $repo: String!, $issue_number: Int!) {
    repository(owner: $owner, name: $repo) { issue(number: $issue_number) { id title body } } }`
  return async (_: string, job: Job): Promise<string | undefined> => {
    if (job === "graphql") await octokit.graphql(query, of)
    else if (job === "rest") await octokit.rest.issues.get(of)
    else await octokit.rest.issues.createComment({ ...of, body: "Hello" })
    return undefined
  }
}
