/**
 * A worker of your own in place of `ghx worker`: DBOS, with your client.
 *
 * DATABASE_URL=postgres://… GH_TOKEN=… node dbos-worker.js
 */
import { randomUUID } from "node:crypto"
import { DBOS } from "@dbos-inc/dbos-sdk"
import { createClient } from "ghx"
import { postgresJournal } from "ghx/durable"
import { DBOS_VERSION, startDbosWorker } from "ghx/durable/dbos"
import pg from "pg"

const url = process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1/postgres"
const pool = new pg.Pool({ connectionString: url })
DBOS.setConfig({
  name: "ghx",
  systemDatabaseUrl: url,
  applicationVersion: DBOS_VERSION,
  executorID: randomUUID(),
})
const worker = await startDbosWorker(DBOS, createClient(), { journal: postgresJournal(pool) })

// Running jobs are finished first.
process.once("SIGTERM", async () => {
  await worker.close()
  await pool.end()
})
