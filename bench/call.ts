/**
 * What a call costs beside a bare `@octokit/graphql` request for the same document, and what
 * importing the SDK costs beside importing Octokit. Run: `make bench`.
 */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { graphql } from "@octokit/graphql"
import { createGhx } from "ghx"

const CALLS = 3000
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }

/** A server that answers every request with one issue, on a thread of its own. */
const worker = new Worker(
  `const { createServer } = require("node:http")
   const { parentPort } = require("node:worker_threads")
   const issue = { id: "I_1", number: 1, title: "t", state: "OPEN", stateReason: null, url: "u", body: "b", author: { login: "octocat" }, assignees: { nodes: [] }, labels: { nodes: [{ name: "bug" }] }, milestone: null, comments: { totalCount: 0 }, createdAt: "2025-01-01T00:00:00Z", updatedAt: "2025-01-01T00:00:00Z", closedAt: null }
   const body = JSON.stringify({ data: { repository: { issue } } })
   const server = createServer((request, response) => {
     request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(body))
   })
   server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))`,
  { eval: true },
)
const port = await new Promise<number>((resolve) => worker.once("message", resolve))
const baseUrl = `http://127.0.0.1:${port}`
const { document } =
  (await import("../generated/issue/view.js")).issueView.definition.graphql?.operation ?? {}

const ghx = createGhx({ base_url: baseUrl, token: "t" })
const bare = graphql.defaults({ baseUrl, headers: { authorization: "token t" } })
const callOurs = async () => {
  const result = await ghx.issue.view(input)
  if (!result.ok) throw new Error(result.error.message)
}
const callBare = () => bare(document ?? "", input)

async function median(call: () => Promise<unknown>, times: number): Promise<number> {
  const samples: number[] = []
  for (let index = 0; index < times; index += 1) {
    const start = performance.now()
    await call()
    samples.push(performance.now() - start)
  }
  return samples.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

// Both are warm before either is measured, and they take turns, so that neither has the quiet half.
await median(callBare, 500)
await median(callOurs, 500)
const rounds = 6
let [ours, theirs] = [0, 0]
for (let round = 0; round < rounds; round += 1) {
  theirs += (await median(callBare, CALLS / rounds)) / rounds
  ours += (await median(callOurs, CALLS / rounds)) / rounds
}
await worker.terminate()

console.log("| one call | median, microseconds | ratio |")
console.log("|---|---|---|")
console.log(`| @octokit/graphql, bare | ${(theirs * 1000).toFixed(0)} | 1.00 |`)
console.log(`| ghx.issue.view | ${(ours * 1000).toFixed(0)} | ${(ours / theirs).toFixed(2)} |`)
console.log(`\nover the bare request: ${((ours - theirs) * 1000).toFixed(0)} microseconds`)

/** Milliseconds to import a module in a fresh process, the best of several. */
function importTime(specifier: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start)`
  const runs = Array.from({ length: 7 }, () =>
    Number(
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        encoding: "utf8",
        cwd: project,
      }),
    ),
  )
  return Math.min(...runs)
}

const project = join(import.meta.dirname, "..")
execFileSync(
  join(project, "node_modules/.bin/tsc"),
  ["-p", "tsconfig.build.json", "--outDir", ".cache/bench-dist"],
  { cwd: project },
)
const octokit = importTime("@octokit/core")
const row = (name: string, file: string) => {
  const ms = importTime(join(project, ".cache/bench-dist/generated", file))
  console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms / octokit).toFixed(2)} |`)
}
console.log("\n| import | milliseconds | ratio |")
console.log("|---|---|---|")
console.log(`| @octokit/core | ${octokit.toFixed(1)} | 1.00 |`)
row("ghx, every capability", "index.js")
row("ghx/user, one namespace", "user/index.js")
