/**
 * Requests that chains save, counted by the sandbox, and the cost of merging next to a parser. Run: `make
 * bench ARGS=chain`.
 */
import { chain, createGhx, type Step } from "ghx"
import { type LoggedRequest, startSandbox } from "ghx/sandbox"
import { composites, fixture, type Job, mixed, threadIds, triage } from "./chain-jobs.js"
import { mergeTable } from "./chain-merge.js"

const latency_ms = 50

type Steps = readonly Step<string, unknown>[]

/** The ways to do a job. Only a chain keeps the order of the writes without waiting for each of them. */
const ways: [name: string, batch: boolean, run: (steps: Steps) => Promise<unknown>][] = [
  ["chain", true, (steps) => chain(...steps).run()],
  ["one after the other", true, oneByOne],
  ["Promise.all, `batch: false`", false, (steps) => Promise.all(steps)],
]

async function oneByOne(steps: Steps): Promise<void> {
  for (const step of steps) await step
}

console.log(await mergeTable())
console.log(`
| job | way | requests | points | minute points | bytes sent | ms |
|---|---|---|---|---|---|---|`)
const warm = await startSandbox({ seed: fixture })
const ids = await threadIds(createGhx({ base_url: warm.url, token: warm.token }))
await warm.close()
const jobs = [...composites(ids), ...[100, 500].map(triage), ...[1, 2, 10, 50, 200].map(mixed)]
for (const job of jobs) {
  for (const [name, batch, run] of job.chainOnly ? ways.slice(0, 1) : ways)
    console.log(await measure(job, name, batch, run))
}

interface Measured {
  readonly requests: readonly LoggedRequest[]
  readonly ms: number
}

async function measure(
  job: Job,
  way: string,
  batch: boolean,
  run: (steps: Steps) => Promise<unknown>,
): Promise<string> {
  // Once without counting, because the sandbox, in this process, parses each new document.
  await timed(job, batch, run, 0)
  const { requests, ms } = await timed(job, batch, run, latency_ms)
  const cells = [
    requests.length,
    sum(requests, ({ cost }) => cost ?? 1),
    sum(requests, (request) => (isWrite(request) ? 5 : 1)),
    sum(requests, ({ bytes_received }) => bytes_received),
    Math.round(ms),
  ]
  const numbers = cells.map((cell) => cell.toLocaleString("en-US")).join(" | ")
  return `| ${way === "chain" ? job.name : ""} | ${way} | ${numbers} |`
}

async function timed(
  job: Job,
  batch: boolean,
  run: (steps: Steps) => Promise<unknown>,
  delay_ms: number,
): Promise<Measured> {
  const sandbox = await startSandbox({ seed: fixture })
  const ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, batch })
  // A client's first call loads Octokit and the validator.
  await ghx.user.me()
  sandbox.clearRequests()
  sandbox.injectFault({ delay_ms })
  const begun = performance.now()
  const steps = await job.steps(ghx)
  await run(steps)
  const ms = performance.now() - begun
  await sandbox.close()
  return { requests: [...sandbox.requests], ms }
}

/** REST requests have no operation type. */
function isWrite({ operation_type, method }: LoggedRequest): boolean {
  return operation_type === null ? method !== "GET" : operation_type === "mutation"
}

function sum(requests: readonly LoggedRequest[], of: (one: LoggedRequest) => number): number {
  return requests.reduce((total, one) => total + of(one), 0)
}
