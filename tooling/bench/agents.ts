/**
 * Eight jobs of an agent on the in-memory GitHub: with the real gh, with ghx in a shell, over MCP, and by scripts.
 * `tooling/bench/agents/jobs.ts` contains the inputs; the outputs are counted, and the final state is checked. Run:
 * `make bench ARGS=agents`. `--check` fails if a limit is exceeded, `--show` prints all inputs and outputs. Tokens
 * are those of o200k. `--jobs` prints the tasks. `--record FILE MODEL TOOL` executes the inputs of a model from stdin
 * and records them, `--replay FILE` repeats them.
 */
import { jobs, type Tool, tools } from "./agents/jobs.js"
import { problemsOf, report, totalOf } from "./agents/report.js"
import { ghPath, type Session, sessionOf } from "./agents/session.js"
import { record, replayFile } from "./agents/transcript.js"

const [, , option, file = "", model = "", tool] = process.argv
if (option === "--jobs") {
  for (const { asked } of jobs) console.log(asked)
  process.exit()
}
if (option === "--record") {
  await record(file, { model, tool: tool as Tool, isPrimed: true }, process.stdin)
  process.exit()
}
if (option === "--replay") {
  const { changed, ...totals } = await replayFile(file)
  console.log(JSON.stringify(totals))
  for (const { typed, read } of changed) console.log("now reads otherwise:", typed, read)
  process.exit(totals.passed === jobs.length ? 0 : 1)
}
const isShown = process.argv.includes("--show")
const shown = (typed: string, read: string) => isShown && console.log(`$ ${typed}\n${read}`)
const sessions: Session[] = []
for (const isPrimed of [true, false]) {
  for (const tool of tools) {
    if (tool !== "gh" || ghPath() !== undefined)
      sessions.push(await sessionOf(tool, isPrimed, shown))
  }
}
const totals = sessions.map(totalOf)
console.log(report(totals))
if (ghPath() === undefined) console.log("There is no gh to compare with: `make gh` fetches one.")
const problems = process.argv.includes("--check") ? problemsOf(totals) : []
for (const one of problems) console.error(one)
// The client keeps connections open for a while.
process.exit(problems.length > 0 ? 1 : 0)
