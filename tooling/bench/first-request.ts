/**
 * The cost of a process' first GraphQL request, next to building the whole schema with graphql-js. Every
 * run is a process of its own. Run: `make bench ARGS=first-request`.
 */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { startSandbox } from "ghx/sandbox"
import { buildSchema } from "graphql"

const RUNS = 9
const CHILD = "--in-a-process-of-its-own"

interface Times {
  first: number
  second: number
  whole: number
}

if (process.argv.includes(CHILD)) console.log(JSON.stringify(await measure()))
else console.log(table(Array.from({ length: RUNS }, run)))

async function measure(): Promise<Times> {
  const sandbox = await startSandbox()
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const operation = new URL("../../operations/issue/view.graphql", import.meta.url)
  const query = readFileSync(operation, "utf8")
  const variables = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const body = JSON.stringify({ query, variables })
  // The client and the server have their own first times.
  await (await fetch(`${sandbox.url}/meta`, { headers })).text()
  const ask = async () => {
    const response = await fetch(`${sandbox.url}/graphql`, { method: "POST", headers, body })
    await response.text()
  }
  const first = await timed(ask)
  const second = await timed(ask)
  const sdl = readFileSync(new URL("../../schema/github-schema.graphql", import.meta.url), "utf8")
  const whole = await timed(async () => buildSchema(sdl, { assumeValidSDL: true }))
  await sandbox.close()
  return { first, second, whole }
}

/** Milliseconds of CPU time, which do not depend on other load. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function run(): Times {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), CHILD]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }))
}

function table(runs: readonly Times[]): string {
  const median = (name: keyof Times): number =>
    runs.map((times) => times[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0
  const row = (title: string, name: keyof Times) =>
    `| ${title} | ${median(name).toFixed(1)} | ${(median(name) / median("whole")).toFixed(2)} |`
  return [
    "| of a process | median, milliseconds of the processor | ratio |",
    "|---|---|---|",
    row("graphql-js makes the whole schema", "whole"),
    row("first GraphQL request", "first"),
    row("second GraphQL request", "second"),
  ].join("\n")
}
