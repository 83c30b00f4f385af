/** Takes jobs of a queue in Postgres. */
import { DBOS } from "@dbos-inc/dbos-sdk"
import { postgresJournal } from "ghx/durable"
import { DBOS_VERSION, startDbosWorker } from "ghx/durable/dbos"
import pg from "pg"
import { client, journaled, options, store } from "./given.js"

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
await startDbosWorker(DBOS, client, { ...options, journal, concurrency: 4 })
