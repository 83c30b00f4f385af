/**
 * Tests that a chain which stopped midway and was resumed writes the same as one that did not stop, and nothing
 * twice.
 */
import fc from "fast-check"
import { createExecutor } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"
import { all } from "../some.js"
import { smallFixture } from "./random-steps.js"
import { at, graphs, type Result, repository } from "./random-tasks.js"

let [sandbox, oracle]: Sandbox[] = []
beforeAll(async () => {
  const start = () => startSandbox({ seed: smallFixture })
  ;[sandbox, oracle] = await Promise.all([start(), start()])
})
afterAll(() => Promise.all([sandbox?.close(), oracle?.close()]))

/** Each mutation has its own document, so that a fault affects only one. */
const executorOf = ({ url }: Sandbox) =>
  createExecutor({
    base_url: url,
    token: "sandbox-token",
    retry: false,
    routes: ["graphql"],
    batch: { mutations: 1 },
  })

const faults = {
  refused: { status: 403, body: { message: "Resource not accessible by integration" } },
  lost: { drop: "before" },
} as const

const codesOf = (results: readonly unknown[]) =>
  (results as Result[]).map(({ error }) => error?.code)

const written = ({ applied }: Sandbox) => applied.map(({ mutation }) => mutation).sort()

it("a chain that stopped midway, once resumed, makes the same writes as an uninterrupted one", {
  timeout: 900_000,
}, async () => {
  const seen = { left: 0, values: 0 }
  const fault = fc.constantFrom<keyof typeof faults>("refused", "lost")
  await fc.assert(
    fc.asyncProperty(graphs, fault, fc.nat(2), async (tasks, name, skip) => {
      if (!sandbox || !oracle) throw new Error("nothing is started")
      await Promise.all([sandbox.reset(), oracle.reset()])
      const whole = await executorOf(oracle).executeTasks(tasks as [])
      // By then, the unsuitable value is in its input, and the input is refused.
      fc.pre(!codesOf(whole.results).includes("VALIDATION"))
      const { executeTasks, unfinishedTasks } = executorOf(sandbox)
      sandbox.injectFault({
        ...faults[name],
        match: { body_includes: '"mutation ' },
        skip,
        times: 1,
      })
      const stopped = await executeTasks(tasks as [])
      const left = await unfinishedTasks(tasks, stopped)
      expect(JSON.parse(JSON.stringify(left))).toEqual(left)
      const marked = left.filter(({ outcome }) => outcome)
      const sent = sandbox.requests.length
      if (marked.length > 0) {
        const refused = await executeTasks(left as never)
        expect(refused).toMatchObject({ status: "failed" })
        expect(sandbox.requests).toHaveLength(sent)
      }
      // None of the lost requests was applied.
      const rest = left.map(({ outcome: _, ...task }) => task)
      const { results } = await executeTasks(rest as never)
      if (codesOf(results).includes("VALIDATION")) {
        // The whole chain did not reach the task that an unsuitable value makes invalid.
        expect(whole.status).not.toBe("success")
        expect(sandbox.requests).toHaveLength(sent)
        return
      }
      expect(written(sandbox)).toEqual(written(oracle))
      const failed = (all: readonly unknown[]) => (all as Result[]).filter(({ ok }) => !ok).length
      if (whole.status === "success") expect(failed(results)).toBe(0)
      if (left.length > 0 && left.length < tasks.length) seen.left += 1
      if (JSON.stringify(tasks).split("$from").length > JSON.stringify(left).split("$from").length)
        seen.values += 1
    }),
    { numRuns: all ? 300 : 20 },
  )
  // Otherwise the test would prove nothing.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
})

it("unfinishedTasks returns a task per failed item, with the values of finished steps", async () => {
  if (!sandbox) throw new Error("nothing is started")
  sandbox.reset()
  const { executeTasks, unfinishedTasks } = createExecutor({
    base_url: sandbox.url,
    token: sandbox.token,
    retry: false,
    batch: { mutations: 1, queries: 20 },
    confirm: () => true,
  })
  const reply = { thread_id: { $item: "id" }, body: "Yes" }
  const second = { $from: "threads", path: "items[*].id", match: { line: 2 } }
  const tasks = [
    { task: "pr.threads.list", as: "threads", input: { ...repository, pull_number: 5 } },
    {
      task: "pr.thread.reply",
      as: "said",
      each: { $from: "threads", path: "items" },
      input: reply,
    },
    { task: "pr.thread.resolve", after: ["said"], input: { thread_id: second } },
    {
      task: "issue.create",
      as: "filed",
      input: {
        ...repository,
        title: "Said",
        body: { $from: "said", path: "[0].url", required: true },
      },
    },
    {
      task: "issue.create",
      input: {
        ...repository,
        title: "Said",
        body: { $from: "said", path: "[1].url", required: true },
      },
    },
    { task: "issue.create", as: "later", input: { ...repository, title: "Later" } },
    {
      task: "issue.delete",
      input: { ...repository, issue_number: { $from: "later", path: "number" } },
    },
    { task: "issue.comments.create", input: { ...repository, issue_number: 1, body: "Lost" } },
  ]
  const refuse = (text: string, skip: number) =>
    sandbox?.injectFault({ ...faults.refused, match: { body_includes: text }, skip, times: 1 })
  refuse("addPullRequestReviewThreadReply", 1)
  refuse("deleteIssue", 0)
  sandbox.injectFault({ match: { body_includes: "addComment" }, drop: "after" })
  const stopped = await executeTasks(tasks as never)
  expect((stopped.results as Result[]).map(({ ok }) => ok)).toEqual([
    ...[true, false, false, false, false, true, false, false],
  ])
  const [first]: Result[] = Object(stopped.results)[1].error.details.results
  const left = await unfinishedTasks(tasks, stopped)
  expect(left).toEqual([
    { task: "pr.thread.reply", as: "said_2", input: { thread_id: "PRRT_kgDOAAAAAg", body: "Yes" } },
    {
      task: "pr.thread.resolve",
      as: "pr_thread_resolve",
      after: ["said_2"],
      input: { thread_id: "PRRT_kgDOAAAAAg" },
    },
    {
      task: "issue.create",
      as: "filed",
      input: { ...repository, title: "Said", body: at(first?.data, "url") },
    },
    {
      task: "issue.create",
      as: "issue_create",
      input: {
        ...repository,
        title: "Said",
        body: { $from: "said_2", path: "url", required: true },
      },
    },
    {
      task: "issue.delete",
      as: "issue_delete",
      input: { ...repository, issue_number: 6 },
      confirm: true,
    },
    {
      task: "issue.comments.create",
      as: "issue_comments_create",
      input: { ...repository, issue_number: 1, body: "Lost" },
      outcome: "unknown",
    },
  ])
  const { applied } = sandbox
  const refused = await executeTasks(left as never)
  expect(refused.results.at(-1)).toMatchObject({
    error: {
      code: "VALIDATION",
      message: expect.stringContaining("/5/outcome: it may have been applied. Check"),
    },
  })
  expect(sandbox.applied).toEqual(applied)
})

it("unfinishedTasks returns GitHub's original text if the client marks untrusted content", async () => {
  if (!sandbox) throw new Error("nothing is started")
  sandbox.reset()
  const issues = [{ title: "Strange", author: "mallory" }]
  await sandbox.apply({
    users: [{ login: "mallory" }],
    repositories: [{ owner: "ada", name: "engine", issues }],
  })
  const { executeTasks, unfinishedTasks } = createExecutor({
    base_url: sandbox.url,
    token: "sandbox-token",
    retry: false,
    untrusted: "mark",
  })
  const tasks = [
    { task: "issue.view", as: "asked", input: { ...repository, issue_number: 6 } },
    { task: "issue.create", input: { ...repository, title: { $from: "asked", path: "title" } } },
  ]
  sandbox.injectFault({ ...faults.refused, match: { body_includes: "createIssue" } })
  const stopped = await executeTasks(tasks as never)
  expect(stopped.results[0]).toMatchObject({
    data: { title: expect.stringMatching(/^<untrusted-/) },
  })
  const left = [
    { task: "issue.create", as: "issue_create", input: { ...repository, title: "Strange" } },
  ]
  expect(await unfinishedTasks(tasks, stopped)).toEqual(left)
  // Stored, and read by another process, with or without such a client.
  const stored = JSON.parse(JSON.stringify(stopped))
  expect(await unfinishedTasks(tasks, stored)).toEqual(left)
  expect(await executorOf(sandbox).unfinishedTasks(tasks, stored)).toEqual(left)
})

it("unfinishedTasks keeps a required reference whose value is null", async () => {
  if (!sandbox) throw new Error("nothing is started")
  sandbox.reset()
  const { executeTasks, unfinishedTasks } = executorOf(sandbox)
  // A missing assignee gives null, which would select and close the issues without an assignee.
  const assignee = (source: string | number, path: string) => ({
    ...repository,
    assignee: { $from: source, path, required: true },
  })
  const closed = {
    task: "issue.close",
    as: "closed",
    each: { $from: "own", path: "items" },
    input: { ...repository, issue_number: { $item: "number" } },
  }
  const read = { task: "issue.view", as: "seen", input: { ...repository, issue_number: 1 } }
  const tasks = [
    read,
    { task: "issue.list", as: "own", input: assignee("seen", "closed_at") },
    closed,
  ]
  const left = await unfinishedTasks(tasks, await executeTasks(tasks as never))
  expect(left).toEqual(tasks)
  const made = { task: "issue.create", input: { ...repository, title: "New" } }
  const behind = [
    made,
    { task: "issue.list", as: "own", input: assignee(0, "milestone.title") },
    closed,
  ]
  const rest = await unfinishedTasks(behind, await executeTasks(behind as never))
  expect(rest).toEqual([{ ...behind[1], input: assignee("#0", "milestone.title") }, closed])
  // A list of a finished write is not complete when it is read again, so an item that it lacks stays missing.
  const chosen = { $from: 0, path: "reactions[*].content", match: { content: "EYES" } }
  const named = [
    { task: "issue.reactions.add", input: { ...repository, issue_number: 1, content: "HEART" } },
    { task: "issue.create", as: "next", input: { ...made.input, title: chosen } },
  ]
  expect(await unfinishedTasks(named, await executeTasks(named as never))).toEqual([
    { ...named[1], input: { ...made.input, title: { ...chosen, $from: "#0" } } },
  ])
  await expect(unfinishedTasks(tasks, await executeTasks([made] as never))).rejects.toThrow(
    "unfinishedTasks takes the tasks that `executeTasks` got, and the envelope",
  )
})
