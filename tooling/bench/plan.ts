/**
 * The cost of a plan next to one bare request over a `fetch` that answers at once, and the size of its
 * table. Run: `make bench ARGS=plan`.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { Octokit } from "@octokit/core"
import { operation as issueView } from "../../generated/operations/issue/view.js"
import { writePackage } from "../build/package.js"
import { play } from "./contest.js"

const project = join(import.meta.dirname, "../..")
const dist = join(project, ".cache/bench-dist")
await writePackage(project, dist)
// The published build.
const { plan }: typeof import("ghx/plan") = await import(join(dist, "generated/plan.js"))

const repo = { owner: "octocat", repo: "hello-world" }
const data = { repository: { issue: { id: "I_1", number: 1 } } }
const headers = { "content-type": "application/json; charset=utf-8" }
const fetch = async () => new Response(JSON.stringify({ data }), { headers })
const octokit = new Octokit({ auth: "t", request: { fetch } })
const callBare = () => octokit.graphql(issueView.document, { ...repo, issue_number: 1 })

const thread = { ...repo, pull_title: "Add polite greetings", path: "src/greet.js", line: 2 }
const requests = {
  "a plan of one step": { intent: "issue.close", entities: { ...repo, issue_number: 1 } },
  "a plan of two steps": { intent: "issue.close", entities: { ...repo, title: "Flaky test" } },
  "a plan of three steps": { intent: "pr.thread.resolve", entities: thread },
  "no plan, with near names": { intent: "issue.clsoe", entities: repo },
}

console.log("| one call | median, microseconds | ratio | more than the bare one |")
console.log("|---|---|---|---|")
for (const [ours, request] of Object.entries(requests)) {
  const callOurs = async () => plan(request)
  const bare = "octokit.graphql, answered at once"
  console.log(await play({ bare, callBare, ours, callOurs, calls: 30_000 }))
}

const table: object = JSON.parse(readFileSync(join(project, "generated/plan.json"), "utf8"))
const text = JSON.stringify(table)
const count = Object.keys(Object(table).tools).length
const [plain, zipped] = [text.length, gzipSync(text).length]
console.log("\n| the table | bytes | of each capability |")
console.log("|---|---|---|")
console.log(`| as JSON | ${plain} | ${Math.round(plain / count)} |`)
console.log(`| gzip | ${zipped} | ${Math.round(zipped / count)} |`)
