/**
 * A process that executes runs and is killed at a moment that the test names: at the `at`-th event of
 * those called `where`, or of all. It is run with the package as it is built.
 */
import { readFileSync } from "node:fs"
import { createClient } from "ghx"
import { durable, fileJournal, postgresJournal, RunError, redisJournal } from "ghx/durable"

const { engine, store, runs, sandbox, crash, lease_ms, max_takeovers } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
)

let left = crash?.at ?? Number.POSITIVE_INFINITY
function moment(where, name) {
  if (crash?.run !== undefined && crash.run !== name) return
  if (crash?.where !== undefined && crash.where !== where) return
  left -= 1
  if (left === 0) process.kill(process.pid, crash.signal ?? "SIGKILL")
}

const isWrite = (init) => /"query":"mutation/.test(String(init?.body))
async function watched(url, init) {
  if (!isWrite(init)) return fetch(url, init)
  moment("before sending")
  const answer = fetch(url, init)
  await new Promise(setImmediate)
  moment("in the air")
  const response = await answer
  moment("after sending")
  return response
}

const client = createClient({
  base_url: sandbox.url,
  token: sandbox.token,
  fetch: watched,
  retry: { attempts: 2, backoff_ms: 1 },
})

function journaled(journal) {
  const around = (method) => async (name, entries) => {
    const has = (kind) => entries.some((entry) => entry.kind === kind)
    if (has("result")) moment("before finish", name)
    if (has("intent")) moment("before begin", name)
    await journal[method](name, entries)
    if (has("result")) moment("after finish", name)
    if (has("intent")) moment("after begin", name)
  }
  return { ...journal, begin: around("begin"), finish: around("finish") }
}

const options = { lease_ms, max_takeovers }
let closing
process.once("SIGTERM", () => closing?.().finally(() => process.exit(0)))

if (engine === "file") {
  const journal = journaled(fileJournal(store))
  const { run } = durable(client, { ...options, journal, wait_ms: 20_000 })
  try {
    const ended = await Promise.all(runs.map((one) => run(one.run, one.tasks)))
    process.stdout.write(JSON.stringify(ended.map(({ status, results }) => ({ status, results }))))
  } catch (error) {
    // Another one has it, or was to have it: the test starts again.
    if (!(error instanceof RunError)) throw error
    process.stderr.write(error.message)
    process.exit(75)
  }
} else if (engine === "bullmq") {
  const [{ Redis }, { Worker }, { bullmqProcessor }] = await Promise.all([
    import("ioredis"),
    import("bullmq"),
    import("ghx/durable/bullmq"),
  ])
  const connection = () => new Redis(store, { maxRetriesPerRequest: null })
  const own = new Redis(store)
  own.on("error", () => undefined)
  const work = bullmqProcessor(client, { ...options, journal: journaled(redisJournal(own)) })
  const worker = new Worker("ghx", work, {
    connection: connection(),
    concurrency: 4,
    lockDuration: lease_ms,
    stalledInterval: lease_ms,
    maxStalledCount: 1000,
  })
  worker.on("error", () => undefined)
  closing = () => worker.close()
} else {
  const [{ default: pg }, { DBOS }, { startDbosWorker, DBOS_VERSION }] = await Promise.all([
    import("pg"),
    import("@dbos-inc/dbos-sdk"),
    import("ghx/durable/dbos"),
  ])
  const pool = new pg.Pool({ connectionString: store, max: 4 })
  pool.on("error", () => undefined)
  DBOS.setConfig({
    name: "ghx",
    systemDatabaseUrl: store,
    applicationVersion: DBOS_VERSION,
    executorID: crypto.randomUUID(),
    logLevel: "critical",
  })
  const journal = journaled(postgresJournal(pool))
  const worker = await startDbosWorker(DBOS, client, { ...options, journal, concurrency: 4 })
  closing = () => worker.close()
}
