/**
 * Tests that a chain with references has the results of the same calls by hand: all ready reads first, then writes in
 * step order, each with the values of earlier results.
 */
import fc from "fast-check"
import { createExecutor } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { describe, expect, it } from "vitest"
import { all } from "../some.js"
import { smallFixture } from "./random-steps.js"
import {
  at,
  complete,
  graphs,
  isRead,
  type RandomTask,
  type Reference,
  type Result,
  sourcesOf,
} from "./random-tasks.js"

/** Whether a required value is missing. */
function isMissing(input: unknown, results: readonly (Result | undefined)[]): boolean {
  return Object.values(input as object).some((value) => {
    if (!(value as { required?: boolean } | null)?.required) return false
    const { $from, path } = value as Reference
    return at(results[$from]?.data, path) === null
  })
}

/** Runs every task by hand: the ready reads first, then one write at a time. */
async function byHand(tasks: readonly RandomTask[], sandbox: Sandbox): Promise<Result[]> {
  const { execute } = executorOf(sandbox)
  const results: (Result | undefined)[] = tasks.map(() => undefined)
  const call = async (one: RandomTask, item?: unknown): Promise<Result> => {
    const { task } = one
    const envelope = await execute(task, complete(one.input, results, item))
    return envelope.ok
      ? { task, ok: true, data: envelope.data }
      : { task, ok: false, error: envelope.error }
  }
  const run = async (one: RandomTask): Promise<Result> => {
    const failed = sourcesOf(one).find((from) => results[from]?.ok === false)
    const { task } = one
    if (failed !== undefined) {
      const { code = "", details } = results[failed]?.error ?? {}
      const because = details?.because ?? `#${failed} ${tasks[failed]?.task}`
      return { task, ok: false, error: { code, details: { because } } }
    }
    if (isMissing(one.input, results)) return { task, ok: false, error: { code: "NOT_FOUND" } }
    if (!one.each) return call(one)
    const items = at(results[one.each.$from]?.data, "items") as unknown[]
    const own: Result[] = []
    for (const item of items) own.push(await call(one, item))
    const [first] = own.filter(({ ok }) => !ok)
    if (!first) return { task, ok: true, data: own.map(({ data }) => data) }
    return { task, ok: false, error: { code: first.error?.code ?? "", details: { results: own } } }
  }
  const ready = () =>
    tasks.flatMap((one, index) =>
      results[index] === undefined && sourcesOf(one).every((from) => results[from]) ? [index] : [],
    )
  for (let turn = ready(); turn.length > 0; turn = ready()) {
    const reads = turn.filter((index) => isRead(tasks[index] as RandomTask))
    for (const index of reads.length > 0 ? reads : turn) {
      results[index] = await run(tasks[index] as RandomTask)
    }
  }
  return results as Result[]
}

function executorOf({ url }: Sandbox) {
  return createExecutor({
    base_url: url,
    token: "sandbox-token",
    retry: false,
    routes: ["graphql"],
  })
}

/** A fault for one document of mutations. */
const faults = [
  { drop: "before" },
  { drop: "after" },
  { status: 502 },
  { status: 502, applied: true },
  { truncate: true },
] as const

/** The calls of a task; a task with `each` has several. */
function partsOf(result: Result, isEach: boolean): Result[] {
  if (!isEach) return [result]
  const { task, ok, data, error } = result
  if (ok) return (data as unknown[]).map(() => ({ task, ok }))
  return (error?.details?.results as Result[] | undefined) ?? [result]
}

/** The number of requests by hand, without those that only improve an error message. */
function sentByHand({ requests }: Sandbox): number {
  return requests.filter(({ method, path }) => method !== "GET" || !/\/issues\/\d+$/.test(path))
    .length
}

/** Tasks whose results contain the number and id of an issue in the requested repository. */
const identifying = ["issue.create", "issue.view", "issue.list", "issue.close"]

/**
 * Maximum number of requests of a chain. Steps that wait for the same documents start together: one document for
 * their reads and lookups, one for their writes, and more if these exceed a chunk.
 */
function mostRequests(tasks: readonly RandomTask[], calls: number): number {
  const executedBy: string[] = []
  const documents = new Set<string>()
  for (const one of tasks) {
    const moment = [...new Set(sourcesOf(one).map((from) => executedBy[from]))].sort().join()
    const { labels, issue_number: number } = one.input as Record<string, Partial<Reference>>
    const from = number?.$from === undefined ? undefined : tasks[number.$from]?.task
    const isIdentified = from === undefined || identifying.includes(from)
    // Whether something is requested: in the first moment, everything with known inputs is.
    const asks = moment === "" || isRead(one) || labels?.$from !== undefined || !isIdentified
    if (asks) documents.add(`query after ${moment}`)
    if (!isRead(one)) documents.add(`mutation after ${moment}`)
    executedBy.push(`(${isRead(one) ? "query" : "mutation"} after ${moment})`)
  }
  return documents.size + Math.floor(calls / 10)
}

/** The words of a document, sorted, because its queries have no fixed order. */
const wordsOf = (document: string) =>
  document
    .replace(/\bs\d+_/g, "")
    .match(/\w+/g)
    ?.sort()

/** Only if the length of a list is known, and if issues are known to differ, which they are if one is new. */
function isPrefetchable(tasks: readonly RandomTask[]): boolean {
  return tasks.every(({ each, input }) => {
    const { labels, issue_number: number } = input as Record<string, Partial<Reference>>
    const from = number?.$from === undefined ? "issue.create" : tasks[number.$from]?.task
    return !each && labels?.$from === undefined && from === "issue.create"
  })
}

async function onTwoSandboxes(work: (one: Sandbox, other: Sandbox) => Promise<void>) {
  const [one, other] = await Promise.all([
    startSandbox({ seed: smallFixture }),
    startSandbox({ seed: smallFixture }),
  ])
  try {
    await work(one, other)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

// Takes some ten seconds on a quiet machine; the timeout only ends a run that hangs.
describe("a random chain of steps with references", () => {
  it("has the results of calls by hand, in no more requests, as its dry run predicts", async () => {
    let dependent = 0
    let predicted = 0
    await fc.assert(
      fc.asyncProperty(graphs, async (tasks) => {
        await onTwoSandboxes(async (sandbox, oracle) => {
          const expected = await byHand(tasks, oracle)
          const planned = await executorOf(sandbox).dryRunTasks(tasks)
          expect(sandbox.requests).toEqual([])
          const { results, meta } = await executorOf(sandbox).executeTasks(tasks)
          // The message for a step that was not sent does not occur in calls by hand.
          expect(results).toEqual(
            expected.map((result) => {
              const { error } = result
              if (!error || error.message !== undefined) return result
              const { code, details = {} } = error
              const own = { code, details: expect.objectContaining(details) }
              return { ...result, error: expect.objectContaining(own) }
            }),
          )
          expect(sandbox.applied).toEqual(oracle.applied)
          expect(sandbox.state.snapshot()).toEqual(oracle.state.snapshot())
          expect(meta.requests).toBe(sandbox.requests.length)
          expect(meta.requests).toBeLessThanOrEqual(sentByHand(oracle))
          if (meta.failed === 0) {
            const calls = (results as Result[]).flatMap((one, index) =>
              partsOf(one, tasks[index]?.each !== undefined),
            )
            expect(meta.requests).toBeLessThanOrEqual(mostRequests(tasks, calls.length))
            if (isPrefetchable(tasks)) {
              predicted += 1
              const documents = planned.status === "ready" ? planned.documents : []
              const sent = sandbox.requests.map(({ body }) => wordsOf(Object(body).query))
              expect(documents.map(({ document }) => wordsOf(document))).toEqual(sent)
            }
          }
          if ((meta.levels ?? 1) > 1 && meta.failed === 0) dependent += 1
        })
      }),
      { numRuns: all ? 300 : 30 },
    )
    // Otherwise the test would prove nothing.
    expect(dependent).toBeGreaterThan(8)
    expect(predicted).toBeGreaterThan(8)
  })

  it("repeats no write, and sends no step after a failed one, if a document is lost", async () => {
    let lost = 0
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.nat(3),
        fc.constantFrom(...faults),
        async (tasks, skip, fault) => {
          await onTwoSandboxes(async (sandbox) => {
            sandbox.injectFault({ ...fault, match: { body_includes: "mutation " }, skip, times: 1 })
            const { results } = await executorOf(sandbox).executeTasks(tasks)
            const own = (results as Result[]).map((result, index) => ({ ...result, index }))
            const parts = own.flatMap((one) => partsOf(one, tasks[one.index]?.each !== undefined))
            const writes = parts.filter(({ task }) => !isRead({ task }))
            const done = writes.filter(({ ok }) => ok).length
            const unknown = writes.filter(
              ({ error }) => error?.details?.outcome === "unknown",
            ).length
            expect(sandbox.applied.length).toBeGreaterThanOrEqual(done)
            expect(sandbox.applied.length).toBeLessThanOrEqual(done + unknown)
            lost += unknown
            for (const { index, ok, error } of own) {
              const failed = sourcesOf(tasks[index] as RandomTask).filter((from) => !own[from]?.ok)
              const { because, outcome } = error?.details ?? {}
              if (failed.length > 0) expect(ok).toBe(false)
              if (because === undefined) continue
              expect(outcome ?? "not_sent").toBe("not_sent")
              const [, place = ""] = /^#(\d+) /.exec(String(because)) ?? []
              expect(own[Number(place)]?.ok === false || error?.code === "NOT_FOUND").toBe(true)
            }
          })
        },
      ),
      { numRuns: all ? 150 : 20 },
    )
    expect(lost).toBeGreaterThan(3)
  })
})
