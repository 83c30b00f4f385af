import { createGhx, environmentRepository, fromEnvironment } from "ghx"
import { closeStale } from "./stale.js"

async function run(): Promise<void> {
  // Inputs arrive as variables, and `fromEnvironment()` has the server of the workflow: GITHUB_API_URL.
  const { INPUT_TOKEN: token = "", INPUT_DAYS: days = "" } = process.env
  if (!/^\d+$/.test(days)) throw new Error(`days takes a number, not ${JSON.stringify(days)}`)
  const ghx = createGhx({
    ...fromEnvironment(),
    token,
    allow: ["issue.list", "issue.close", "issue.comments.create", "issue.labels.add"],
  })
  const { warned, closed } = await closeStale(ghx, environmentRepository(), Number(days))
  console.log(`Warned on ${warned} issues, closed ${closed}.`)
}

run().catch((error: Error) => {
  console.log(`::error::${error.message}`)
  process.exitCode = 1
})
