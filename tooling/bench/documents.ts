/**
 * The cost of `ghx.document` over a bare `fetch` of the same text, in a process that has compiled some documents: for
 * a new document, and for a known one. Each run is its own process, over the documents of `test/documents/`. Run:
 * `make bench ARGS=documents`.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createGhx } from "ghx"
import { variablesOf } from "../documents/values.js"
import { startAnsweringServer } from "./answering-server.js"

const RUNS = 7
const CHILD = "--in-a-process-of-its-own"
/** Number of documents after which a process counts as warm. */
const WARM = 10

interface Times {
  bare: number
  first: number
  largest: number
  again: number
}

if (process.argv.includes(CHILD)) console.log(JSON.stringify(await measure()))
else console.log(table(Array.from({ length: RUNS }, run)))

async function measure(): Promise<Times> {
  const server = await startAnsweringServer()
  const ghx = createGhx({ base_url: server.url, token: "t", operations: "write" })
  const bare = async (query: string, variables: object) => {
    const headers = { authorization: "token t", "content-type": "application/json" }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body })
    await response.json()
  }
  const folder = new URL("../../test/documents/", import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"))
  const texts = files.map((file) => readFileSync(new URL(file, folder), "utf8"))
  const times = { bare: [] as number[], first: [] as number[], again: [] as number[] }
  for (const [at, text] of texts.entries()) {
    const variables = variablesOf(text, new Map(), 0)
    const call = () => ghx.document(text)(variables)
    const bareTime = await timed(() => bare(text, variables))
    const first = await timed(call)
    const again = await timed(call)
    // Refused documents are not sent.
    if (at < WARM || !(await call()).ok) continue
    times.bare.push(bareTime)
    times.first.push(first)
    times.again.push(again)
  }
  await server.close()
  return {
    bare: quantile(times.bare, 0.5),
    first: quantile(times.first, 0.5),
    largest: quantile(times.first, 0.9),
    again: quantile(times.again, 0.5),
  }
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * part)] ?? 0
}

function run(): Times {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), CHILD]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }))
}

function table(runs: readonly Times[]): string {
  const middle = (name: keyof Times) =>
    quantile(
      runs.map((times) => times[name]),
      0.5,
    )
  const row = (title: string, name: keyof Times) =>
    `| ${title} | ${middle(name).toFixed(1)} | ${(middle(name) - middle("bare")).toFixed(1)} |`
  return [
    "| one document in a warm process | median of processes, ms | over the bare text |",
    "|---|---|---|",
    row("fetch, bare", "bare"),
    row("ghx.document, seen before", "again"),
    row("ghx.document, new", "first"),
    row("ghx.document, new, one of ten takes longer", "largest"),
  ].join("\n")
}
