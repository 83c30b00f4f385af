/**
 * The cost of a journal, and the throughput of a fleet: `tsx tooling/bench/durable.ts [journal|run|fleet
 * ENGINE]`, after `make build`. Requests take 50 ms in `run`, as GitHub's do.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient, createExecutor } from "ghx"
import {
  durable,
  fileJournal,
  type Journal,
  type JournalEntry,
  postgresJournal,
  redisJournal,
} from "ghx/durable"
import { startSandbox } from "ghx/sandbox"
import { Redis } from "ioredis"
import pg from "pg"
import { startPostgres, startRedis } from "../../test/servers.js"

const ROUNDS = 9

const hello = { owner: "octocat", repo: "hello-world" }
const folder = mkdtempSync(join(tmpdir(), "ghx-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

/** The journals, each with a store of its own. */
async function journals() {
  const [redisServer, postgresServer] = [await startRedis(true), await startPostgres()]
  const redis = new Redis(redisServer.url)
  const pool = new pg.Pool({ connectionString: postgresServer.url })
  const all: readonly (readonly [string, Journal])[] = [
    ["file", fileJournal(folder)],
    ["Redis, appendfsync always", redisJournal(redis)],
    ["Postgres, fsync off", postgresJournal(pool)],
  ]
  const close = async () => {
    redis.disconnect()
    await pool.end()
    await Promise.all([redisServer.stop(), postgresServer.stop()])
  }
  return { all, close }
}

const percentile = (times: number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN

/** Milliseconds per record, written one after the other. */
async function journalCosts(): Promise<void> {
  const { all, close } = await journals()
  const at = new Date().toISOString()
  const input = { ...hello, title: "x".repeat(60), body: "y".repeat(400) }
  console.log("| journal | a record, ms (median, p95) | of 50 together |\n|---|---|---|")
  for (const [name, journal] of all) {
    const lease = await journal.lease("bench", 60_000)
    const entry = (step: number): JournalEntry => ({
      kind: "intent",
      at,
      step: `${step}`,
      task: "issue.create",
      input,
    })
    const single: number[] = []
    const many: number[] = []
    for (let round = 0; round < 300; round += 1) {
      const begun = performance.now()
      await journal.begin("bench", [entry(round)])
      single.push(performance.now() - begun)
    }
    for (let round = 0; round < 50; round += 1) {
      const begun = performance.now()
      await journal.begin(
        "bench",
        Array.from({ length: 50 }, (_, step) => entry(step)),
      )
      many.push((performance.now() - begun) / 50)
    }
    await lease?.release()
    const [median, late] = [percentile(single, 0.5), percentile(single, 0.95)]
    console.log(
      `| ${name} | ${median.toFixed(2)}, ${late.toFixed(2)} | ${percentile(many, 0.5).toFixed(3)} each |`,
    )
  }
  await close()
}

/** 100 steps in 20 groups, one after the other, with and without a journal. */
async function runs(): Promise<void> {
  const sandbox = await startSandbox({ now: () => new Date() })
  const delayed: typeof fetch = async (...given) => {
    const [answer] = await Promise.all([fetch(...given), sleep(50)])
    return answer
  }
  const client = createClient({ base_url: sandbox.url, token: sandbox.token, fetch: delayed })
  const tasksOf = (prefix: string) =>
    Array.from({ length: 20 }, (_, at) => {
      const as = `${prefix}_${at}`
      const of = { ...hello, issue_number: { $from: as, path: "number" } }
      const comment = (body: string) => ({ task: "issue.comments.create", input: { ...of, body } })
      const after = at > 0 ? { after: `${prefix}_${at - 1}` } : {}
      return [
        { task: "issue.create", input: { ...hello, title: as }, as, ...after },
        ...["one", "two", "three"].map(comment),
        { task: "issue.close", input: of },
      ]
    }).flat()
  const timed = async (work: () => Promise<{ status: string; meta: { requests: number } }>) => {
    const begun = performance.now()
    const { status, meta } = await work()
    if (status !== "success") throw new Error(`a run was ${status}`)
    return { ms: performance.now() - begun, requests: meta.requests }
  }
  const { all, close } = await journals()
  const { executeTasks } = createExecutor({ client })
  const ways = [["no journal", undefined] as const, ...all]
  const times = ways.map((): number[] => [])
  const requests = ways.map(() => 0)
  // In turns, so that other load affects all alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [, journal]] of ways.entries()) {
      const tasks = tasksOf(`s${round}`)
      const one = await timed(() =>
        journal ? durable(client, { journal }).run(`bench-${round}`, tasks) : executeTasks(tasks),
      )
      times[at]?.push(one.ms)
      requests[at] = one.requests
    }
  console.log("| 100 steps at 50 ms a request | ms (median, least) | requests | throughput |")
  console.log("|---|---|---|---|")
  const [without = []] = times
  for (const [at, [name]] of ways.entries()) {
    const own = times[at] ?? []
    const ratios = own.map((ms, round) => (without[round] ?? Number.NaN) / ms)
    const figures = [percentile(own, 0.5).toFixed(0), Math.min(...own).toFixed(0)].join(", ")
    console.log(
      `| ${name} | ${figures} | ${requests[at]} | ${percentile(ratios, 0.5).toFixed(2)} |`,
    )
  }
  await close()
  await sandbox.close()
}

const TASKS = Number(process.env.TASKS ?? 10_000)
const WORKERS = 4

/** The number of issues that share the comments: with too many on one issue, ghx could not find a comment again. */
const ISSUES = 100
const KILLED_EACH_MS = 10_000

/** Tasks through `ghx queue` on four workers, one of which is killed every ten seconds. */
async function fleet(engine: string): Promise<void> {
  const server = await (engine === "dbos" ? startPostgres() : startRedis(true))
  const seed = {
    users: [{ login: "octocat" }],
    repositories: [
      {
        owner: "octocat",
        name: "hello-world",
        generate_issues: ISSUES,
      },
    ],
    rate_limit: { limit: 1_000_000 },
  }
  const sandbox = await startSandbox({ seed, now: () => new Date(), log_limit: { requests: 100 } })
  const env = {
    ...process.env,
    GHX_QUEUE: server.url,
    GHX_BASE_URL: sandbox.url,
    GH_TOKEN: sandbox.token,
  }
  const ghx = [join(process.cwd(), "dist/surfaces/command/bin.js")]
  const typed = (...words: string[]) =>
    execFileSync(process.execPath, [...ghx, ...words], {
      env,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    })
  const tasks = Array.from({ length: TASKS }, (_, at) => ({
    task: "issue.comments.create",
    input: { ...hello, issue_number: 1 + (at % ISSUES), body: `Task ${at}` },
  }))
  const file = join(folder, "tasks.json")
  writeFileSync(file, JSON.stringify(tasks))
  const added = performance.now()
  console.log(typed("queue", "add", "--run", "bench", "--steps", `@${file}`).trim())
  console.log(`added in ${((performance.now() - added) / 1000).toFixed(1)} s`)
  const workers = new Set<ChildProcess>()
  const work = () => {
    const words = ["worker", "--no-budget", "--concurrency", "10"]
    const child = spawn(process.execPath, [...ghx, ...words], { env, stdio: "ignore" })
    workers.add(child)
  }
  for (let count = 0; count < WORKERS; count += 1) work()
  const begun = performance.now()
  let killed = 0
  const killing = setInterval(() => {
    const [oldest] = workers
    if (!oldest) return
    workers.delete(oldest)
    oldest.kill("SIGKILL")
    killed += 1
    work()
  }, KILLED_EACH_MS)
  const status = () => JSON.parse(typed("queue", "status", "bench", "--json"))
  let now = status()
  while (now.waiting + now.active > 0 && performance.now() - begun < 1_200_000) {
    await sleep(5000)
    now = status()
    const { waiting, active, done, failed } = now
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(
      `${seconds} s: ${waiting} waiting, ${active} active, ${done} done, ${failed} failed`,
    )
  }
  clearInterval(killing)
  for (const child of workers) child.kill("SIGKILL")
  const seconds = (performance.now() - begun) / 1000
  const comments = sandbox.applied.filter(({ mutation }) => mutation === "addComment").length
  const texts = new Map<string, number>()
  for (let page = 1; ; page += 1) {
    const path = `/repos/octocat/hello-world/issues/comments?per_page=100&page=${page}`
    const headers = { authorization: `Bearer ${sandbox.token}` }
    const found: unknown = await (await fetch(sandbox.url + path, { headers })).json()
    if (!Array.isArray(found) || found.length === 0) break
    for (const { body } of found) {
      const [text = ""] = String(body).split("\n")
      texts.set(text, (texts.get(text) ?? 0) + 1)
    }
  }
  const once = tasks.filter(({ input }) => texts.get(input.body) === 1).length
  console.log(
    `${engine}: ${TASKS} tasks in ${seconds.toFixed(0)} s (${(TASKS / seconds).toFixed(0)}/s), ${killed} workers killed; ${comments} comments made, ${once} tasks done exactly once`,
  )
  console.log(JSON.stringify(now))
  await sandbox.close()
  await server.stop()
}

const [what = "journal", engine = "bullmq"] = process.argv.slice(2)
if (what === "fleet") await fleet(engine)
else if (what === "run") await runs()
else await journalCosts()
