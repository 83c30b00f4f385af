/**
 * Lists a hundred issues, labels and closes each, over a connection with a latency: with Octokit, as a chain, and with
 * `each`. Each run has a new sandbox in a process of its own; the ways take turns. Run: `make bench ARGS=triage`.
 */
import { chain, createGhx, each } from "ghx"
import { Octokit } from "octokit"
import { fixture } from "./chain-jobs.js"
import { startServedSandbox } from "./served-sandbox.js"
import { cellOf, inTurns, spreadOf } from "./turns.js"

const ROUNDS = Number(process.argv[2] ?? 3)
const latency = 80

const repo = { owner: "ada", repo: "engine" }
const labels = ["bug"]

interface Server {
  readonly url: string
  readonly token: string
}

const ways: Readonly<Record<string, (server: Server) => Promise<unknown>>> = {
  async "octokit, one write after the other"(server) {
    for (const write of await octokitWrites(server)) await write()
  },
  async "octokit, all writes at once"(server) {
    await Promise.all((await octokitWrites(server)).map((write) => write()))
  },
  async "ghx, a list and a chain"({ url, token }) {
    const ghx = createGhx({ base_url: url, token })
    const { items } = await ghx.issue.list({ ...repo, first: 100 }).orThrow()
    const steps = items.flatMap(({ number: issue_number }) => [
      ghx.issue.labels.add({ ...repo, issue_number, labels }),
      ghx.issue.close({ ...repo, issue_number }),
    ])
    await chain(...steps).orThrow()
  },
  async "ghx, one chain with `each`"({ url, token }) {
    const ghx = createGhx({ base_url: url, token })
    const list = ghx.issue.list({ ...repo, first: 100 })
    const label = each(list.out.items, ({ number: issue_number }) =>
      ghx.issue.labels.add({ ...repo, issue_number, labels }),
    )
    const close = each(list.out.items, ({ number: issue_number }) =>
      ghx.issue.close({ ...repo, issue_number }),
    )
    await chain(list, label, close).orThrow()
  },
}

/** Lists the issues with Octokit, without its throttling, which waits a second after each write. */
async function octokitWrites({ url, token }: Server): Promise<(() => Promise<unknown>)[]> {
  const { rest } = new Octokit({ auth: token, baseUrl: url, throttle: { enabled: false } })
  const { data } = await rest.issues.listForRepo({ ...repo, per_page: 100 })
  return data.flatMap(({ number: issue_number }) => [
    () => rest.issues.addLabels({ ...repo, issue_number, labels }),
    () => rest.issues.update({ ...repo, issue_number, state: "closed" }),
  ])
}

async function measure(way: (server: Server) => Promise<unknown>) {
  const server = await startServedSandbox({ seed: fixture, latency })
  try {
    const started = performance.now()
    await way(server)
    return { ms: performance.now() - started, requests: await server.requests() }
  } finally {
    await server.close()
  }
}

// The first run of each way loads its code.
for (const way of Object.values(ways)) await measure(way)
const cases = Object.entries(ways).map(([name, way]) => [name, () => measure(way)] as const)
const runs = await inTurns(ROUNDS, Object.fromEntries(cases))
const [bare = []] = runs.values()
const middle = (all: typeof bare) => spreadOf(all.map(({ ms }) => ms)).middle
console.log(
  "| label and close 100 issues | requests | ms by the clock | ratio |\n|---|---|---|---|",
)
for (const [name, all] of runs) {
  const cells = [
    all[0]?.requests,
    cellOf(spreadOf(all.map(({ ms }) => ms))),
    (middle(all) / middle(bare)).toFixed(2),
  ]
  console.log(`| ${[name, ...cells].join(" | ")} |`)
}
