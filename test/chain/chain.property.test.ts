/**
 * Tests that a chain has the results of its steps run one by one, reads first, then writes in order, in fewer
 * requests.
 */

import fc from "fast-check"
import { type BatchLimits, type ClientOptions, chain, type ResultEnvelope, type Step } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import { registry } from "../../generated/registry.js"
import { knownOf } from "../../runtime/index.js"
import { all as everything } from "../some.js"
import { ghxOf } from "./harness.js"
import { badStep, type RandomStep, smallFixture, steps } from "./random-steps.js"

type AnyStep = Step<string, unknown>
type Call = (input: object) => AnyStep

const isRead = ({ task }: RandomStep) => knownOf(registry, task)?.effect === "read"

/** Creates steps by name, each with the given client. */
function stepsOn(
  sandbox: Sandbox,
  batch: BatchLimits,
  options: ClientOptions = {},
): (step: RandomStep) => AnyStep {
  const trees = ["sandbox-token", "reader"].map((token) =>
    ghxOf(sandbox, { token, batch, ...options }),
  )
  return ({ task, input, who }) => {
    let at: unknown = trees[who]
    for (const name of task.split(".")) at = (at as Record<string, unknown>)[name]
    return (at as Call)(input)
  }
}

async function onTwoSandboxes<T>(work: (one: Sandbox, other: Sandbox) => Promise<T>): Promise<T> {
  const [one, other] = await Promise.all([
    startSandbox({ seed: smallFixture }),
    startSandbox({ seed: smallFixture }),
  ])
  try {
    return await work(one, other)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

/** The results of steps that are each awaited alone: reads first, then writes in order. */
async function oneByOne(
  all: readonly RandomStep[],
  stepOf: (step: RandomStep) => AnyStep,
): Promise<Map<RandomStep, object>> {
  const results = new Map<RandomStep, object>()
  for (const step of [...all.filter(isRead), ...all.filter((one) => !isRead(one))]) {
    results.set(step, resultOf(step, await stepOf(step)))
  }
  return results
}

function resultOf({ task }: RandomStep, envelope: ResultEnvelope<unknown>): object {
  if (envelope.ok) return { task, ok: true, data: envelope.data }
  return { task, ok: false, error: envelope.error }
}

/** Mutations that create something. They take as long as two others. */
const slow = new Set(["IssueCreate", "IssueCommentsCreate", "PrThreadReply", "PrReviewSubmit"])

/** Number of documents that the mutations need, in their order. */
function documentsOf(all: readonly number[], most: number): number {
  let documents = 0
  let room = 0
  for (const places of all) {
    if (places > room || documents === 0) {
      documents += 1
      room = most
    }
    room -= places
  }
  return documents
}

/** Maximum number of requests of a chain, computed from those of its steps run one by one. */
function promised({ requests }: Sandbox, { queries, mutations }: BatchLimits): number {
  const merged = new Map<string, Set<string>>()
  const isolated = new Set<string>()
  const runs: { login: string; places: number[] }[] = []
  for (const { login, method, body, operation_name, operation_type } of requests) {
    const who = String(login)
    const last = runs.at(-1)
    // After a miss, a single call asks whether the number is a pull request; a chain does not.
    if (method === "GET") continue
    if (operation_type === "mutation") {
      const places = slow.has(String(operation_name)) ? 2 : 1
      if (last?.login === who) last.places.push(places)
      else runs.push({ login: who, places: [places] })
    } else if (["UserMe", "IssueSearch", "LabelsOf"].includes(String(operation_name))) {
      isolated.add(who + JSON.stringify(body))
    } else merged.set(who, (merged.get(who) ?? new Set()).add(JSON.stringify(body)))
  }
  const documents = (count: number, limit: number) => Math.ceil(count / limit)
  return (
    [...merged.values()].reduce((sum, { size }) => sum + documents(size, queries), 0) +
    isolated.size +
    runs.reduce((sum, { places }) => sum + documentsOf(places, mutations), 0)
  )
}

const limits = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ queries: 20, mutations: 20 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      queries: fc.integer({ min: 1, max: 6 }),
      mutations: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

const tooMuch = { type: "RESOURCE_LIMITS_EXCEEDED", message: "Resource limits exceeded." }

/** A fault for one document of mutations, and whether GitHub still applies the document. */
const faults = [
  { rule: { drop: "before" }, applied: false },
  { rule: { drop: "after" }, applied: true },
  { rule: { status: 502 }, applied: false },
  { rule: { status: 502, applied: true }, applied: true },
  { rule: { truncate: true }, applied: true },
] as const

// Takes some ten seconds on a quiet machine; the timeout only ends a run that hangs.
describe("a random chain", () => {
  it("has the results and effects of its steps run one by one, in the promised requests", async () => {
    await fc.assert(
      fc.asyncProperty(steps, limits, fc.nat(3), async (all, batch, cutOff) => {
        await onTwoSandboxes(async (sandbox, oracle) => {
          const match = { body_includes: "query Chain" }
          if (cutOff > 0) sandbox.injectFault({ match, graphql_error: tooMuch, times: cutOff })
          const expected = await oneByOne(
            all,
            stepsOn(oracle, { queries: 1, mutations: 1 }, { cache: false }),
          )
          const { results, meta } = await chain(...all.map(stepsOn(sandbox, batch)))
          expect(results).toEqual(all.map((step) => expected.get(step)))
          expect(sandbox.applied).toEqual(oracle.applied)
          expect(sandbox.state.snapshot()).toEqual(oracle.state.snapshot())
          expect(meta.requests).toBe(sandbox.requests.length)
          // If GitHub cuts a document off, it is sent again as two.
          const most = promised(oracle, batch)
          if (cutOff === 0) expect(meta.requests).toBe(most)
          else expect(meta.requests).toBeLessThanOrEqual(most + 2 * cutOff)
        })
      }),
      { numRuns: everything ? 200 : 20 },
    )
  })

  it("applies each write at most once and reports its outcome if a document is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        limits,
        fc.nat(2),
        fc.constantFrom(...faults),
        async (all, batch, skip, { rule, applied }) => {
          await onTwoSandboxes(async (sandbox, oracle) => {
            sandbox.injectFault({ ...rule, match: { body_includes: "mutation " }, skip, times: 1 })
            const { results } = await chain(...all.map(stepsOn(sandbox, batch)))
            const lost = new Set(
              all.filter((_, index) => {
                const result = results[index]
                return result?.ok === false && ["NETWORK", "SERVER"].includes(result.error.code)
              }),
            )
            const ran = all.filter((step) => applied || !lost.has(step))
            const expected = await oneByOne(ran, stepsOn(oracle, batch))
            all.forEach((step, index) => {
              if (!lost.has(step)) expect(results[index]).toEqual(expected.get(step))
              else
                expect(results[index]).toMatchObject({ error: { details: { outcome: "unknown" } } })
            })
            expect(lost.size).toBeLessThanOrEqual(batch.mutations)
            expect(sandbox.applied).toEqual(oracle.applied)
            expect(sandbox.state.snapshot()).toEqual(oracle.state.snapshot())
          })
        },
      ),
      { numRuns: everything ? 60 : 8 },
    )
  })

  it("rejects an invalid input under its step, and sends nothing", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(30), async (all, at) => {
        const sandbox = await startSandbox({ seed: smallFixture })
        try {
          const stepOf = stepsOn(sandbox, { queries: 20, mutations: 20 })
          const place = Math.min(at, all.length)
          const { results, status } = await chain(...all.toSpliced(place, 0, badStep).map(stepOf))
          expect(status).toBe("failed")
          expect(results[place]).toEqual(resultOf(badStep, await stepOf(badStep)))
          expect(sandbox.requests).toHaveLength(0)
        } finally {
          await sandbox.close()
        }
      }),
      { numRuns: everything ? 30 : 8 },
    )
  })
})
