/** Executes the given runs, with a journal in files. */
import { durable, fileJournal, RunError } from "ghx/durable"
import { client, journaled, options, runs, store } from "./given.js"

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
