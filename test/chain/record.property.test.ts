/**
 * Tests that executing a recording later has the results of making its calls at once: the same data and the same
 * state, in the order in which the calls were awaited.
 */
import fc from "fast-check"
import { createClient, createExecutor, recordingClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { all } from "../some.js"
import { smallFixture } from "./random-steps.js"
import {
  at,
  graphs,
  isRead,
  type RandomTask,
  type Reference,
  type Result,
  repository,
  sourcesOf,
} from "./random-tasks.js"

let [sandbox, oracle]: Sandbox[] = []
beforeAll(async () => {
  const start = () => startSandbox({ seed: smallFixture })
  ;[sandbox, oracle] = await Promise.all([start(), start()])
})
afterAll(() => Promise.all([sandbox?.close(), oracle?.close()]))

const clientOf = ({ url }: Sandbox) =>
  createClient({ base_url: url, token: "sandbox-token", retry: false, routes: ["graphql"] })

/** A call's task, and the values that it uses from results of earlier calls. */
type RecordedResults = (index: number) => Result | undefined

/** The name of a step in the recording, or of each of its items. */
function nameOf(result: Result | undefined): string | string[] | undefined {
  return result?.error?.details?.recorded as string | string[] | undefined
}

/** A value from an earlier call, for the next one: the value, a reference by name, or nothing. */
type Value = { readonly value: unknown } | undefined

/** Runs tasks call by call, each with values from earlier results. */
async function callByCall(
  tasks: readonly RandomTask[],
  calls: readonly (readonly number[])[],
  execute: (tasks: readonly object[]) => Promise<readonly Result[]>,
  valueFor: (reference: Reference, recorded: Result | undefined) => Value,
  continues: (recorded: RecordedResults, call: readonly number[]) => boolean = () => true,
): Promise<RecordedResults> {
  const recorded = new Map<number, Result>()
  let before: readonly number[] = []
  for (const call of calls) {
    if (!continues((index) => recorded.get(index), before)) break
    before = call
    const own = new Map<number, number>()
    const made: object[] = []
    for (const index of call) {
      const { input, ...one } = tasks[index] as RandomTask
      let missing = false
      const read = (value: unknown): unknown => {
        if (typeof value !== "object" || value === null || Array.isArray(value)) return value
        const reference = value as Reference
        if (reference.$from === undefined) {
          const entries = Object.entries(value)
          return Object.fromEntries(entries.map(([name, inner]) => [name, read(inner)]))
        }
        if (own.has(reference.$from)) return { ...value, $from: own.get(reference.$from) }
        const known = call.includes(reference.$from)
          ? undefined
          : valueFor(reference, recorded.get(reference.$from))
        missing ||= known === undefined
        return known?.value
      }
      const whole = read({ ...one, input })
      if (missing) continue
      own.set(index, made.length)
      made.push(whole as object)
    }
    const results = made.length > 0 ? await execute(made) : []
    for (const [index, place] of own) recorded.set(index, results[place] as Result)
  }
  return (index) => recorded.get(index)
}

/**
 * Splits a chain into calls. A read in a later call that depends on no write would be sent immediately, before the
 * recorded writes are applied, so a write replaces it.
 */
function cut(tasks: readonly RandomTask[], cuts: ReadonlySet<number>) {
  const calls: number[][] = [[]]
  const written: RandomTask[] = []
  const callOf: number[] = []
  const follows: boolean[] = []
  for (const [index, task] of tasks.entries()) {
    if (cuts.has(index) && calls.at(-1)?.length) calls.push([])
    const isFirst = calls.length === 1
    follows[index] = sourcesOf(task).some(
      (from) => follows[from] || !isRead(written[from] as RandomTask),
    )
    // For a list: labels for each of its items, or none, which a single call refuses.
    const list = task.each ?? (task.input.labels as Partial<Reference> | undefined)
    const isElsewhere =
      (list?.$from !== undefined && callOf[list.$from] !== calls.length) ||
      sourcesOf(task).some((from) => written[from] !== tasks[from])
    const isEarly = !isFirst && isRead(task) && !follows[index]
    const comment = { ...repository, issue_number: 1, body: `In place of ${index}` }
    written[index] =
      isElsewhere || isEarly ? { task: "issue.comments.create", input: comment } : task
    callOf[index] = calls.length
    calls.at(-1)?.push(index)
  }
  return { tasks: written, calls }
}

describe("a recording", () => {
  it("executed later has the results and effects of making its calls at once", async () => {
    const seen = { several: 0, following: 0, reads: 0 }
    await fc.assert(
      fc.asyncProperty(graphs, fc.uniqueArray(fc.nat(8)), async (graph, cuts) => {
        if (!sandbox || !oracle) throw new Error("nothing is started")
        await Promise.all([sandbox.reset(), oracle.reset()])
        const { tasks, calls } = cut(graph, new Set(cuts))
        const { client, recording } = recordingClient(clientOf(sandbox))
        const recorder = createExecutor({ client })
        const recorded: RecordedResults = await callByCall(
          tasks,
          calls,
          async (own) => (await recorder.executeTasks(own as [])).results as Result[],
          ({ path, ...reference }, result) => {
            const $from = nameOf(result)
            if (typeof $from === "string") return { value: { ...reference, $from, path } }
            const value = result?.ok ? at(result.data, path) : null
            const isMissing = value === null && "required" in reference
            return result?.ok && !isMissing ? { value } : undefined
          },
        )
        expect(sandbox.applied).toEqual([])
        const direct = createExecutor({ client: clientOf(oracle) })
        const expected = await callByCall(
          tasks,
          calls,
          async (own) => (await direct.executeTasks(own as [])).results as Result[],
          ({ path, ...reference }, result) => {
            const value = result?.ok ? at(result.data, path) : null
            const isMissing = value === null && "required" in reference
            return result?.ok && !isMissing ? { value } : undefined
          },
          // After a failure, it is unknown which calls would have followed.
          (done, call) => call.every((index) => !nameOf(recorded(index)) || done(index)?.ok),
        )
        expect(recording.map(({ task }) => task)).toHaveLength(
          new Set(recording.map(({ as }) => as)).size,
        )
        const stored = JSON.parse(JSON.stringify(recording))
        expect(stored).toEqual(recording)
        const executed = await createExecutor({ client: clientOf(sandbox) }).executeTasks(stored)
        expect(sandbox.state.snapshot()).toEqual(oracle.state.snapshot())
        expect(sandbox.applied).toEqual(oracle.applied)
        const results = new Map(
          recording.map(({ as }, index) => [as, executed.results[index] as Result]),
        )
        for (const index of tasks.keys()) {
          const names = nameOf(recorded(index))
          const wanted = expected(index)
          const given = Array.isArray(names)
            ? names.map((name) => results.get(name))
            : names === undefined
              ? recorded(index)
              : results.get(names)
          if (Array.isArray(given)) {
            if (wanted?.ok) expect(given.map((one) => one?.data)).toEqual(wanted.data)
            expect(given.every((one) => one?.ok)).toBe(wanted?.ok ?? false)
          } else if (wanted?.ok) expect(given).toMatchObject({ ok: true, data: wanted.data })
          else if (given)
            expect(given).toMatchObject({
              ok: false,
              error: wanted ? { code: wanted.error?.code } : expect.anything(),
            })
        }
        if (calls.length > 1) seen.several += 1
        if (stored.some((one: object) => JSON.stringify(one).includes("$from"))) seen.following += 1
        if (recording.some(isRead)) seen.reads += 1
      }),
      { numRuns: all ? 300 : 25 },
    )
    // Otherwise the test would prove nothing.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
  })
})
