/**
 * The cost of the in-memory GitHub, and its growth with the data: the same requests to fixtures of 100,
 * 1,000 and 20,000 issues take turns in one run. Run: `make bench ARGS=sandbox`.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"

const SIZES = [100, 1_000, 20_000] as const

const seedOf = (issues: number): Seed => ({
  users: [{ login: "ada" }],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      labels: [{ name: "bug" }, { name: "later" }],
      generate_issues: issues,
    },
  ],
})

setFlagsFromString("--expose_gc")
const collectGarbage: () => void = runInNewContext("gc")

const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const at = (share: number, samples: number[]): number =>
  samples.sort((a, b) => a - b)[Math.floor(samples.length * share)] ?? 0

const median = (samples: number[]): number => at(1 / 2, samples)

/** The lower quartile: on a shared machine, medians measure other processes too. */
const lowerQuartile = (samples: number[]): number => at(1 / 4, samples)

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function send(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: `Bearer ${sandbox.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"errors":[')) throw new Error(text)
}

const REPOSITORY = "/repos/ada/engine"
const get = (path: string) => (sandbox: Sandbox) => send(sandbox, "GET", path)
const graphql = (query: string) => (sandbox: Sandbox) =>
  send(sandbox, "POST", "/graphql", { query })

const issues = (args: string) =>
  graphql(`{ repository(owner: "ada", name: "engine") {
    issues(first: 30, ${args}) { totalCount nodes { number title } pageInfo { endCursor } } } }`)

const search = (query: string) =>
  graphql(`{ search(type: ISSUE, first: 30, query: "${query}") {
    issueCount nodes { ... on Issue { number title } } } }`)

const operations: Readonly<Record<string, (sandbox: Sandbox) => unknown>> = {
  "create an issue, REST": (sandbox) =>
    send(sandbox, "POST", `${REPOSITORY}/issues`, { title: "New", labels: ["bug"] }),
  "comment, REST": (sandbox) =>
    send(sandbox, "POST", `${REPOSITORY}/issues/1/comments`, { body: "Yes." }),
  "close and reopen, REST": async (sandbox) => {
    await send(sandbox, "PATCH", `${REPOSITORY}/issues/2`, { state: "closed" })
    await send(sandbox, "PATCH", `${REPOSITORY}/issues/2`, { state: "open" })
  },
  "reset after a change": async (sandbox) => {
    await send(sandbox, "PATCH", `${REPOSITORY}/issues/2`, { title: "Changed" })
    sandbox.reset()
  },
  "list, REST": get(`${REPOSITORY}/issues`),
  "list all by update, REST": get(`${REPOSITORY}/issues?state=all&sort=updated&direction=asc`),
  "list by comments, REST": get(`${REPOSITORY}/issues?sort=comments`),
  "list closed, REST": get(`${REPOSITORY}/issues?state=closed`),
  "list, GraphQL": issues("states: OPEN"),
  "list by update, GraphQL": issues("orderBy: { field: UPDATED_AT, direction: DESC }"),
  "list by comments, GraphQL": issues("orderBy: { field: COMMENTS, direction: DESC }"),
  "the repository, REST": get(REPOSITORY),
  "search by state, REST": get("/search/issues?q=repo:ada/engine+is:open"),
  "search by words, REST": get("/search/issues?q=generated+repo:ada/engine"),
  "search by label and word, GraphQL": search("label:bug body in:body sort:updated-desc"),
}

console.log("| start and plant | issues | median, milliseconds | heap for each issue, bytes |")
console.log("|---|---|---|---|")
const starts: number[] = []
for (let run = 0; run < 60; run += 1) {
  const opened: Sandbox[] = []
  starts.push(await timed(async () => opened.push(await startSandbox())))
  for (const sandbox of opened) await sandbox.close()
}
console.log(`| the default fixture | 260 | ${median(starts).toFixed(2)} | |`)

const unlimited = { window_seconds: 3600, limit: 1_000_000, search_limit: 1_000_000 }
const sandboxes: Sandbox[] = []
for (const size of SIZES) {
  const before = heap()
  const seed = { ...seedOf(size), rate_limit: unlimited }
  const ms = await timed(async () => {
    sandboxes.push(await startSandbox({ seed, log_limit: { requests: 0 } }))
  })
  // Small fixtures use too little memory to measure it.
  const bytes = size < 10_000 ? "" : ((heap() - before) / size).toFixed(0)
  console.log(`| a generated fixture, started once | ${size} | ${ms.toFixed(1)} | ${bytes} |`)
}

console.log(`\n| lower quartile, microseconds | ${SIZES.join(" | ")} | ratio |`)
console.log("|---|---|---|---|---|")
for (const [name, operate] of Object.entries(operations)) {
  const samples = SIZES.map((): number[] => [])
  // They take turns, so that other load affects all alike. The first turns only warm up.
  for (let turn = 0; turn < 120; turn += 1) {
    for (const [index, sandbox] of sandboxes.entries()) {
      const ms = await timed(() => operate(sandbox))
      if (turn >= 20) samples[index]?.push(ms)
    }
  }
  const quartiles = samples.map(lowerQuartile)
  const ratio = (quartiles.at(-1) ?? 0) / (quartiles[0] ?? 1)
  const cells = quartiles.map((ms) => (ms * 1000).toFixed(0))
  console.log(`| ${name} | ${cells.join(" | ")} | ${ratio.toFixed(2)} |`)
}
await Promise.all(sandboxes.map((sandbox) => sandbox.close()))
