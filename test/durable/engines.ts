/** The engines for durable runs, as the contract's tests use them: in processes that are killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk"
import { Queue } from "bullmq"
import { fileJournal, type Journal, postgresJournal, redisJournal } from "ghx/durable"
import { bullmqQueue, type RunQueue } from "ghx/durable/bullmq"
import { dbosQueue } from "ghx/durable/dbos"
import type { Sandbox } from "ghx/sandbox"
import { Redis } from "ioredis"
import pg from "pg"
import { type Server, startPostgres, startRedis } from "../servers.js"

/** Where a process is killed: at the `at`-th event called `where`, or at the `at`-th of all. */
export interface Crash {
  readonly where?: string
  readonly at: number
  readonly run?: string
  readonly signal?: "SIGSTOP"
}

/** The journal, queue and server of an engine. */
export interface Store {
  readonly journal: Journal
  /** Undefined if a process executes one run and ends. */
  readonly queue?: RunQueue
  /** Undefined if the store is not a server. */
  readonly server?: Server
  /** The name of a run in the journal, for a run with one group. */
  named(run: string): string
  readonly place: string
  close(): Promise<void>
}

export interface Engine {
  readonly name: "file" | "bullmq" | "dbos"
  readonly needed?: "redis-server" | "postgres"
  open(): Promise<Store>
}

export const engines: readonly Engine[] = [
  {
    name: "file",
    async open() {
      const place = mkdtempSync(join(tmpdir(), "ghx-runs-"))
      const close = async () => rmSync(place, { recursive: true, force: true })
      return { place, journal: fileJournal(place), named: (run) => run, close }
    },
  },
  {
    name: "bullmq",
    needed: "redis-server",
    async open() {
      const server = await startRedis(true)
      const redis = new Redis(server.url)
      const connection = new Redis(server.url, { maxRetriesPerRequest: null })
      const queue = new Queue("ghx", { connection })
      for (const one of [redis, connection, queue]) one.on("error", () => undefined)
      return {
        place: server.url,
        server,
        journal: redisJournal(redis),
        queue: bullmqQueue(queue),
        named: (run) => `${run}/0`,
        async close() {
          await queue.close()
          redis.disconnect()
          connection.disconnect()
          await server.stop()
        },
      }
    },
  },
  {
    name: "dbos",
    needed: "postgres",
    async open() {
      const server = await startPostgres()
      const log = console.log
      console.log = () => undefined
      await DBOS.migrate(server.url).finally(() => {
        console.log = log
      })
      const logger = { info() {}, debug() {}, warn() {}, error() {} }
      const client = await DBOSClient.create({ systemDatabaseUrl: server.url, logger })
      const pool = new pg.Pool({ connectionString: server.url, max: 2 })
      pool.on("error", () => undefined)
      return {
        place: server.url,
        server,
        journal: postgresJournal(pool),
        queue: dbosQueue(client),
        named: (run) => `${run}/0`,
        async close() {
          await client.destroy()
          await pool.end()
          await server.stop()
        },
      }
    },
  },
]

export interface Run {
  readonly run: string
  readonly tasks: readonly object[]
}

export interface Given {
  readonly folder: string
  readonly engine: Engine["name"]
  readonly store: Store
  readonly sandbox: Sandbox
  /** The runs that a process executes if its engine has no queue. */
  readonly runs: readonly Run[]
  readonly crash?: Crash
  readonly lease_ms: number
  readonly max_takeovers?: number
}

export interface Process {
  readonly child: ChildProcess
  /** The signal or exit code, and the output. Rejects with the errors of a process that crashed. */
  readonly ended: Promise<{ end: string | number | null; stdout: string; stderr: string }>
}

let processes = 0

/** Starts a process that executes runs, or takes jobs. */
export function begin({ folder, engine, store, sandbox, ...given }: Given): Process {
  processes += 1
  const file = join(folder, `given-${processes}.json`)
  const { url, token } = sandbox
  writeFileSync(file, JSON.stringify({ ...given, store: store.place, sandbox: { url, token } }))
  const child = spawn(process.execPath, [`${engine}.js`, file], { cwd: folder })
  let [stdout, stderr] = ["", ""]
  child.stdout.on("data", (text) => {
    stdout += text
  })
  child.stderr.on("data", (text) => {
    stderr += text
  })
  const ended = new Promise<Awaited<Process["ended"]>>((resolve, reject) =>
    child.once("close", (code, signal) => {
      if (signal !== null || code === 0 || code === TAKEN) {
        resolve({ end: signal ?? code, stdout, stderr })
      } else reject(new Error(`a process of ${engine} ended with exit code ${code}:\n${stderr}`))
    }),
  )
  ended.catch(() => undefined)
  return { child, ended }
}

/** The exit code of a process whose run another process has taken over. */
const TAKEN = 75

/** Only ends a test that hangs: longer than any test takes on a busy machine. */
const PATIENCE_MS = 280_000

/** Polls until the condition holds, or one of the processes crashes. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  processes: readonly Process[] = [],
): Promise<void> {
  const crashes: unknown[] = []
  for (const { ended } of processes) ended.catch((error: unknown) => crashes.push(error))
  const last = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (crashes.length > 0) throw crashes[0]
    if (performance.now() > last) throw new Error(`it never became so: ${isSo}`)
    await sleep(100)
  }
}
