/**
 * Eight jobs of an agent on the in-memory GitHub: with the real gh, with ghx in a shell, over MCP, and by scripts.
 * What is typed is in `tooling/bench/agents/jobs.ts`; what comes back is read, and the state afterwards is judged. Run: `make
 * bench ARGS=agents`. `--check` fails where a limit is passed, `--show` prints all that is typed and read. Tokens are
 * those of o200k.
 */
import { tools } from "./agents/jobs.js"
import { problemsOf, report, totalOf } from "./agents/report.js"
import { ghPath, type Session, sessionOf } from "./agents/session.js"

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
// A client keeps its connections for a while.
process.exit(problems.length > 0 ? 1 : 0)
