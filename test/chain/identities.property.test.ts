/**
 * Tests that a client which remembers ids of earlier results has the same results and effects as one that looks up
 * every id, in no more requests, whatever others have deleted, moved or replaced in between.
 */
import fc from "fast-check"
import { chain, type ResultEnvelope, type Step } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import { all as everything } from "../some.js"
import { ghxOf, operationsIn } from "./harness.js"
import { type RandomStep, smallFixture, steps } from "./random-steps.js"

type Ghx = ReturnType<typeof ghxOf>
type AnyStep = Step<string, unknown>

const repository = { owner: "ada", repo: "engine" }
const fixture: Seed = {
  ...smallFixture,
  repositories: [
    ...(smallFixture.repositories ?? []),
    { owner: "ada", name: "attic", collaborators: { charles: "READ", grace: "WRITE" } },
  ],
}

function callOf(ghx: Ghx, { task, input }: Pick<RandomStep, "task" | "input">): AnyStep {
  let at: unknown = ghx
  for (const name of task.split(".")) at = (at as Record<string, unknown>)[name]
  return (at as (input: object) => AnyStep)(input)
}

/** Changes that another user makes between the reads and the writes. */
const changes: Record<string, (other: Ghx) => Promise<unknown>> = {
  nothing: async () => {},
  delete: (other) => other.issue.delete({ ...repository, issue_number: 2 }).orThrow(),
  move: (other) =>
    other.issue.transfer({ ...repository, issue_number: 1, to_repo: "attic" }).orThrow(),
  rename: (other) => other.repo.update({ ...repository, name: "motor" }).orThrow(),
  async replace(other) {
    await other.repo.delete(repository).orThrow()
    await other.repo.create({ name: "engine", visibility: "PUBLIC" }).orThrow()
    for (const title of ["One", "Two", "Three"]) {
      await other.issue.create({ ...repository, title }).orThrow()
    }
  },
}

/** Lists every issue, so that either all of them are known or none. */
const list = { task: "issue.list", input: { ...repository, states: ["OPEN", "CLOSED"] } }
const reads = fc.subarray([
  list,
  { task: "pr.view", input: { ...repository, pull_number: 5 } },
  { task: "repo.milestones.list", input: repository },
])

const faults = [
  { drop: "before" },
  { drop: "after" },
  { status: 502 },
  { status: 502, applied: true },
] as const

interface Round {
  readonly before: readonly Pick<RandomStep, "task" | "input">[]
  readonly change: string
  readonly after: readonly RandomStep[]
  readonly chained: boolean
  readonly fault?: { readonly rule: (typeof faults)[number]; readonly skip: number } | undefined
}

/** The results of a round of reads and writes, each made by one client. */
async function run(
  sandbox: Sandbox,
  { before, change, after, chained, fault }: Round,
  cache: false | undefined,
) {
  const clients = ["sandbox-token", "reader"].map((token) =>
    ghxOf(sandbox, { token, ...(cache === false && { cache }) }),
  )
  const clientOf = (who: number) => clients[who] ?? ghxOf(sandbox)
  for (const ghx of clients) for (const read of before) await callOf(ghx, read)
  const somebody = ghxOf(sandbox, { routes: ["graphql", "rest"], confirm: () => true })
  await changes[change]?.(somebody)
  sandbox.clearRequests()
  const applied = sandbox.applied.length
  if (fault) {
    const { rule, skip } = fault
    sandbox.injectFault({ ...rule, match: { body_includes: "mutation " }, skip, times: 1 })
  }
  const calls = after.map((step) => callOf(clientOf(step.who), step))
  const results: object[] = []
  if (chained) results.push(...(await chain(...calls)).results)
  else for (const call of calls) results.push(withoutMeta(await call))
  const done = { results, applied: sandbox.applied.slice(applied) }
  return JSON.parse(JSON.stringify(done).replaceAll(sandbox.url.slice("http://".length), "HOST"))
}

const withoutMeta = ({ meta: _, ...result }: ResultEnvelope<unknown>) => result

/** Without the question after a missing number, which only single calls ask. */
const sent = ({ requests }: Sandbox) => requests.filter(({ method }) => method !== "GET").length

const operations = ({ requests }: Sandbox) =>
  requests.reduce((sum, { body }) => sum + (body ? operationsIn(body) : 0), 0)

/** If several objects are missing, only those that were looked up are named. */
function briefly(result: {
  readonly error?: { readonly code: string; readonly details?: object }
}) {
  const { error } = result
  if (error?.code !== "NOT_FOUND") return result
  const { outcome }: { readonly outcome?: string } = error.details ?? {}
  return { ...result, error: { code: error.code, outcome } }
}

async function compared(round: Round, check: (one: Sandbox, other: Sandbox) => void) {
  const [sandbox, oracle] = await Promise.all([
    startSandbox({ seed: fixture }),
    startSandbox({ seed: fixture }),
  ])
  try {
    const expected = await run(oracle, round, false)
    const done = await run(sandbox, round, undefined)
    expect(done.applied).toEqual(expected.applied)
    expect(done.results.map(briefly)).toEqual(expected.results.map(briefly))
    expect(sandbox.state.snapshot()).toEqual(oracle.state.snapshot())
    check(sandbox, oracle)
  } finally {
    await Promise.all([sandbox.close(), oracle.close()])
  }
}

describe("a client that remembers ids of earlier results", () => {
  it("has the results of a client without a cache, in no more requests", async () => {
    let spared = 0
    const rounds = fc.record({ before: reads, after: steps, chained: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(rounds, async (round) => {
        await compared({ ...round, change: "nothing" }, (sandbox, oracle) => {
          expect(sent(sandbox)).toBeLessThanOrEqual(sent(oracle))
          spared += operations(oracle) - operations(sandbox)
        })
      }),
      { numRuns: everything ? 200 : 20 },
    )
    expect(spared).toBeGreaterThan(8)
  })

  it("has the same results and repeats nothing if a write is lost", async () => {
    const fault = fc.record({ rule: fc.constantFrom(...faults), skip: fc.nat(2) })
    const rounds = fc.record({ before: reads, after: steps, chained: fc.boolean(), fault })
    await fc.assert(
      fc.asyncProperty(rounds, (round) => compared({ ...round, change: "nothing" }, () => {})),
      { numRuns: everything ? 100 : 5 },
    )
  })

  it("has the same results after another user deletes, moves or replaces issues", async () => {
    let lookedUpAgain = 0
    const rounds = fc.record({
      before: fc.constant([list]),
      change: fc.constantFrom(...Object.keys(changes)),
      after: steps,
      chained: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(rounds, async ({ after, ...round }) => {
        // In a chain, operations that are sent again follow those that needed no id of the list.
        const known = after.filter(
          ({ task }) => round.change !== "replace" || task !== "issue.create",
        )
        await compared({ ...round, after: known }, (sandbox, oracle) => {
          if (sent(sandbox) > sent(oracle)) lookedUpAgain += 1
        })
      }),
      { numRuns: everything ? 300 : 15 },
    )
    // Otherwise no known id was looked up again.
    expect(lookedUpAgain).toBeGreaterThan(0)
  })
})
