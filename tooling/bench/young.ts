/**
 * Measures the client time of the first calls of a process and of later calls, over a `fetch` that answers at once.
 * It compares ghx with its own client, ghx with a given Octokit, a chain of ten calls, and octokit.graphql with the
 * same document. Each run is a process of plain Node; the variants take turns. Run: `make bench ARGS=young`.
 */

import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { operation as issueView } from "../../generated/operations/issue/view.js"
import { issueFragment } from "../../generated/operations/shapes/issue.js"
import { createFolderWithPackage } from "../../test/installed.js"
import { node } from "./answering-server.js"
import { cellOf, inTurns, spreadOf } from "./turns.js"

const ROUNDS = Number(process.argv[2] ?? 11)
/** Upper ends of the groups: call 1, calls 2 to 10, and so on. Later calls are hot. */
const LAST = [1, 10, 100, 1_000]
const HOT = 20_000

const repository = { issue: node }
const several = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`s${index}_repository`, repository]),
)
const [one, ten] = [{ repository }, several].map((data) => JSON.stringify({ data }))
const document = [issueView.document, issueFragment.document].join("\n")

const octokit = `const { Octokit } = await import("@octokit/core")
const octokit = new Octokit({ auth: "t", request: { fetch } })`
const view = `const { chain, createGhx } = await import("ghx")
const call = async () => {
  const result = await ghx.issue.view(input(1))
  if (!result.ok) throw new Error(result.error.message)
}`
const sides = {
  "octokit.graphql": `${octokit}
const call = () => octokit.graphql(${JSON.stringify(document)}, input(1))`,
  "ghx.issue.view": `${view}
const ghx = createGhx({ token: "t" })`,
  "ghx.issue.view, your own Octokit": `${octokit}
${view}
const ghx = createGhx({ octokit })`,
  "a chain of ten": `const { chain, createGhx } = await import("ghx")
const ghx = createGhx({ token: "t" })
const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
const call = async () => {
  const { status } = await chain(numbers.map((number) => ghx.issue.view(input(number))))
  if (status !== "success") throw new Error("the chain failed")
}`,
}

const measure = `const one = ${JSON.stringify(one)}, ten = ${JSON.stringify(ten)}
const headers = { "content-type": "application/json; charset=utf-8" }
globalThis.fetch = async (_, init) =>
  new Response(String(init?.body).includes("query Chain") ? ten : one, { headers })
const input = (issue_number) => ({ owner: "octocat", repo: "hello-world", issue_number })
// The platform's own first response is everybody's.
await (await fetch()).text()
SIDE
const [last, hot] = [${JSON.stringify(LAST)}, ${HOT}]
const cpu = async (calls) => {
  const before = process.cpuUsage()
  for (let index = 0; index < calls; index += 1) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
const bands = []
let done = 0
for (const end of last) {
  bands.push(await cpu(end - done))
  done = end
}
const times = []
for (let index = 0; index < hot; index += 1) {
  const start = performance.now()
  await call()
  times.push((performance.now() - start) * 1000)
}
times.sort((one, other) => one - other)
const average = await cpu(hot / 4)
// The bytes that one call leaves on the heap, unless a garbage collection came in between.
const { getHeapStatistics } = await import("node:v8")
const left = []
for (let index = 0; index < 2_000; index += 1) {
  const before = getHeapStatistics().used_heap_size
  await call()
  const more = getHeapStatistics().used_heap_size - before
  if (more > 0) left.push(more)
}
left.sort((one, other) => one - other)
console.log(JSON.stringify([...bands, times[hot / 2], average, left[left.length >> 1] / 1000]))
`

const cwd = await createFolderWithPackage("young-bench")
try {
  const cases = Object.entries(sides).map(([name, side], index) => {
    const file = join(cwd, `${index}.js`)
    writeFileSync(
      file,
      measure.replace("SIDE", () => side),
    )
    const run = (): number[] =>
      JSON.parse(execFileSync(process.execPath, [file], { cwd, encoding: "utf8" }))
    return [name, run] as const
  })
  const runs = await inTurns(ROUNDS, Object.fromEntries(cases))
  const bare = runs.get("octokit.graphql") ?? []
  const columns = [
    "1",
    "2 to 10",
    "11 to 100",
    "101 to 1,000",
    "hot, median by the clock",
    "hot, CPU",
  ]
  console.log(`| microseconds of CPU for a call | ${columns.join(" | ")} | kB allocated |`)
  console.log(`|---|${"---|".repeat(columns.length + 1)}`)
  for (const [name, all] of runs) {
    const cells = Array.from({ length: columns.length + 1 }, (_, at) => {
      const own = spreadOf(all.map((run) => run[at] ?? 0))
      const ratio = own.middle / spreadOf(bare.map((run) => run[at] ?? 0)).middle
      return `${cellOf(own)}; ${ratio.toFixed(2)}`
    })
    console.log(`| ${name} | ${cells.join(" | ")} |`)
  }
} finally {
  rmSync(cwd, { recursive: true, force: true })
}
