/** The engines of a fleet, chosen by the address of their store. */
import { randomUUID } from "node:crypto"
import {
  type BudgetStore,
  postgresBudget,
  redisBudget,
} from "../../../runtime/features/budget/index.js"
import type { Client } from "../../../runtime/index.js"
import { bullmqProcessor, bullmqQueue, type RunQueue } from "../../durable/bullmq/index.js"
import { DBOS_VERSION, dbosQueue, startDbosWorker } from "../../durable/dbos/index.js"
import { postgresJournal, redisJournal } from "../../durable/index.js"
import { loadLibraries } from "../libraries/index.js"
import { UsageError } from "../output/index.js"

export interface Fleet {
  readonly queue: RunQueue
  /** The rate budget that all workers share. */
  readonly budget: BudgetStore
  /** Executes jobs until it is closed; running jobs are finished first. */
  work(client: Client, concurrency: number): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

/** How long the jobs of a killed worker stay locked. */
const LEASE_MS = 30_000

/** Connections of a worker to Postgres, for DBOS and for the journal. By default, Postgres accepts a hundred. */
const POOL = 5

/** The name of the queue, and of a worker's DBOS application. */
const NAME = "ghx"

/** @throws UsageError if the address does not name a store, or its libraries are not installed */
export async function openFleet(on: string): Promise<Fleet> {
  const { protocol } = URL.canParse(on) ? new URL(on) : { protocol: "" }
  if (/^rediss?:$/.test(protocol)) return openBullmq(on)
  if (/^postgres(?:ql)?:$/.test(protocol)) return openDbos(on)
  throw new UsageError(
    "--on expects the address of a Redis or a Postgres",
    "Use redis://HOST:6379 or postgres://USER@HOST/DATABASE, or set GHX_QUEUE",
  )
}

async function openBullmq(url: string): Promise<Fleet> {
  const [bullmq, { Redis }] = await loadLibraries<
    [typeof import("bullmq"), typeof import("ioredis")]
  >("--on", "bullmq", "ioredis")
  const connect = (maxRetriesPerRequest: number | null) =>
    quiet(new Redis(url, { maxRetriesPerRequest }))
  // A command reports an unavailable store; a worker waits for it.
  const [own, shared] = [connect(3), connect(null)]
  const close = () => {
    for (const one of [own, shared]) one.disconnect()
  }
  // Fails at once, where BullMQ would wait.
  await own.ping().catch((error: unknown) => {
    close()
    throw error
  })
  const queue = quiet(new bullmq.Queue(NAME, { connection: own }))
  return {
    queue: bullmqQueue(queue),
    budget: redisBudget(shared),
    async work(client, concurrency) {
      const work = bullmqProcessor(client, { journal: redisJournal(shared), lease_ms: LEASE_MS })
      // The journal limits how often a worker may die while executing a job.
      const connection = connect(null)
      const options = { connection, concurrency, maxStalledCount: 1000 }
      const worker = quiet(new bullmq.Worker(NAME, work, options))
      return { close: () => worker.close().finally(() => connection.disconnect()) }
    },
    async close() {
      await queue.close()
      close()
    },
  }
}

async function openDbos(url: string): Promise<Fleet> {
  const [{ DBOS, DBOSClient }, pg] = await loadLibraries<
    [typeof import("@dbos-inc/dbos-sdk"), typeof import("pg")]
  >("--on", "@dbos-inc/dbos-sdk", "pg")
  const pool = quiet(new pg.Pool({ connectionString: url, max: POOL }))
  await alone(pool, () => silently(() => DBOS.migrate(url)))
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 2,
    logger,
  })
  return {
    queue: dbosQueue(client, NAME),
    budget: postgresBudget(pool),
    async work(through, concurrency) {
      DBOS.setConfig({
        name: NAME,
        systemDatabaseUrl: url,
        systemDatabasePoolSize: POOL,
        applicationVersion: DBOS_VERSION,
        executorID: randomUUID(),
        logger,
      })
      const journal = postgresJournal(pool)
      return startDbosWorker(DBOS, through, {
        journal,
        lease_ms: LEASE_MS,
        concurrency,
        queueName: NAME,
      })
    },
    async close() {
      await client.destroy()
      await pool.end()
    },
  }
}

/**
 * Runs `work` in one process at a time, because processes that create the tables of DBOS together make each other
 * fail.
 */
async function alone(pool: import("pg").Pool, work: () => Promise<void>): Promise<void> {
  const lock = await pool.connect()
  try {
    await lock.query("select pg_advisory_lock(4783202)")
    await work()
  } finally {
    await lock.query("select pg_advisory_unlock(4783202)").catch(() => undefined)
    lock.release()
  }
}

/** Hides DBOS's messages about migrations: stdout is for results only. */
async function silently(work: () => Promise<void>): Promise<void> {
  const { log } = console
  console.log = () => undefined
  await work().finally(() => {
    console.log = log
  })
}

/** Ignores the event, because the next use of the store reports the error, too. */
function quiet<T extends { on(event: "error", listener: () => void): unknown }>(one: T): T {
  one.on("error", () => undefined)
  return one
}
