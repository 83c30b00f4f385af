/** A client that records writes, for another process to run. */
import {
  chain,
  createClient,
  createExecutor,
  createGhx,
  dryRunClient,
  each,
  type GuardOptions,
  recordingClient,
  sequence,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

const place = { owner: "octocat", repo: "hello-world" }
const issue = { ...place, issue_number: 1 }
const comment = { ...issue, body: "Seen." }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const clientOf = (options: GuardOptions = {}) =>
  createClient({ base_url: sandbox.url, token: sandbox.token, ...options })

function recorder(options: GuardOptions = {}) {
  const { client, recording } = recordingClient(clientOf(options))
  return { client, recording, ghx: createGhx({ client }), ...createExecutor({ client }) }
}

/** Executes a recording like another process would, and returns the changes. */
async function executed(recording: unknown, options: GuardOptions = {}) {
  const tasks = JSON.parse(JSON.stringify(recording))
  const { executeTasks } = createExecutor({ client: clientOf(options) })
  const { results } = await executeTasks(tasks)
  return results as readonly { ok: boolean; data?: unknown; error?: { code: string } }[]
}

const recordedAs = (recorded: string | string[]) => ({
  ok: false,
  error: { code: "AUTH", retryable: false, details: { guard: "record", recorded } },
})

describe("a recording client", () => {
  it("returns the name of the recorded write, which later calls can refer to", async () => {
    const { ghx, recording, execute } = recorder()
    const created = ghx.issue.create({ ...place, title: "Flaky" })
    expect(await created).toEqual({
      ok: false,
      error: {
        code: "AUTH",
        message: "Not sent: recorded as issue_create for approval",
        retryable: false,
        details: {
          guard: "record",
          recorded: "issue_create",
          outcome: "not_sent",
          fix: 'Do not repeat the call. To use its future result in another input, refer to it: {"$from":"issue_create","path":"…"}',
        },
      },
      meta: { capability_id: "issue.create" },
    })
    expect(await ghx.issue.view(issue)).toMatchObject({ ok: true })
    const issue_number = { $from: "issue_create", path: "number" }
    await execute("issue.comments.create", { ...comment, issue_number } as never)
    const close = ghx.issue.close({ ...place, issue_number: created.out.number })
    expect(await close).toMatchObject(recordedAs("issue_close"))
    const read = { ...place, issue_number: close.out.number }
    const view = await ghx.issue.view(read, { fields: ["state"] })
    expect(view).toMatchObject(recordedAs("issue_view"))
    expect(sandbox.requests).toHaveLength(1)
    expect(recording).toEqual([
      { task: "issue.create", as: "issue_create", input: { ...place, title: "Flaky" } },
      {
        task: "issue.comments.create",
        as: "issue_comments_create",
        input: { ...comment, issue_number },
      },
      {
        task: "issue.close",
        as: "issue_close",
        after: ["issue_comments_create"],
        input: { ...place, issue_number },
      },
      {
        task: "issue.view",
        as: "issue_view",
        input: { ...place, issue_number: { $from: "issue_close", path: "number" } },
        fields: ["state"],
      },
    ])
    const results = await executed(recording)
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(results[3]?.data).toEqual({ state: "CLOSED" })
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      "createIssue",
      "addComment",
      "closeIssue",
    ])
  })

  it("records `after` for calls made one after another, but not between concurrent ones", async () => {
    const { ghx, recording } = recorder()
    await ghx.issue.create({ ...place, title: "The tenth" })
    const tenth = { ...place, issue_number: 10 }
    const bodies = ["a", "b"]
    await Promise.all(bodies.map((body) => ghx.issue.comments.create({ ...tenth, body })))
    await ghx.issue.update({ ...tenth, title: "The last" })
    expect(recording.map(({ as, after }) => [as, after])).toEqual([
      ["issue_create", undefined],
      ["issue_comments_create", ["issue_create"]],
      ["issue_comments_create_2", ["issue_create"]],
      ["issue_update", ["issue_comments_create", "issue_comments_create_2"]],
    ])
    expect((await executed(recording)).map(({ ok }) => ok)).toEqual([true, true, true, true])
    const view = await createGhx({ client: clientOf() }).issue.view(tenth).orThrow()
    expect(view).toMatchObject({ title: "The last", comments_count: 2 })
  })

  it("suggests a name for an unknown reference and rejects one of the wrong type", async () => {
    const { execute, recording } = recorder()
    await execute("issue.create", { ...place, title: "Flaky" })
    const before = [...recording]
    const close = (reference: object) =>
      execute("issue.close", { ...place, issue_number: reference } as never)
    expect(await close({ $from: "issue_creat", path: "number" })).toMatchObject({
      error: { message: expect.stringContaining("did you mean `issue_create`?") },
    })
    expect(await close({ $from: "issue_create", path: "title" })).toMatchObject({
      error: {
        message: expect.stringContaining("expected integer, but issue_create: title is string"),
      },
    })
    expect(recording).toEqual(before)
  })
})

it("a recording client rejects a call if onRecord throws, and records the next one", async () => {
  let isFull = true
  const kept: unknown[] = []
  const { client, recording } = recordingClient(clientOf(), {
    onRecord(tasks) {
      if (isFull) throw new Error("The disk is full")
      kept.push(...tasks)
    },
  })
  const { execute } = createExecutor({ client })
  const ghx = createGhx({ client })
  const lost = ghx.issue.create({ ...place, title: "Lost" })
  await expect(lost.orThrow()).rejects.toThrow("The disk is full")
  await expect(chain(ghx.issue.close(issue))).rejects.toThrow("The disk is full")
  expect(recording).toEqual([])
  isFull = false
  const issue_number = { $from: "issue_create", path: "number" }
  expect(await execute("issue.close", { ...place, issue_number } as never)).toMatchObject({
    ok: false,
    error: { code: "VALIDATION" },
  })
  expect(await ghx.issue.reopen(issue)).toMatchObject(recordedAs("issue_reopen"))
  expect(recording).toMatchObject([{ task: "issue.reopen" }])
  expect(kept).toEqual(recording)
})

describe("a chain of a recording client", () => {
  it("sends its reads and records the other steps with known values filled in", async () => {
    const { execute, executeTasks, recording } = recorder()
    const number = { $from: "found", path: "items[*].number", match: { title: "Found a bug" } }
    const chained = [
      { task: "issue.list", as: "found", input: place },
      { task: "pr.threads.list", as: "threads", input: { ...place, pull_number: 7 } },
      { task: "issue.create", as: "new", input: { ...place, title: "Follow-up" } },
      { task: "issue.comments.create", input: { ...comment, issue_number: number } },
      {
        task: "pr.thread.reply",
        as: "replies",
        each: { $from: "threads", path: "items", where: { is_resolved: false } },
        input: { thread_id: { $item: "id" }, body: { $from: "new", path: "title" } },
      },
      {
        task: "issue.labels.add",
        input: { ...issue, labels: { $from: "replies", path: "[*].id" } },
      },
      { task: "issue.view", input: { ...issue, issue_number: { $from: "new", path: "number" } } },
    ] as const
    const { status, results } = await executeTasks(chained as never)
    expect(status).toBe("partial")
    const outcomes = results as readonly { error?: { details?: Record<string, unknown> } }[]
    const names = outcomes.map(({ error }) => error?.details?.recorded)
    const replies = Array.isArray(names[4]) ? names[4].length : 0
    expect(replies).toBeGreaterThan(1)
    expect(names).toEqual([
      undefined,
      undefined,
      "new",
      "issue_comments_create",
      Array.from({ length: replies }, (_, at) => `replies_${at + 1}`),
      "issue_labels_add",
      "issue_view",
    ])
    expect(recording[1]).toMatchObject({ input: { issue_number: 1 } })
    expect(recording[2]).toMatchObject({
      as: "replies_1",
      input: { thread_id: expect.stringMatching(/^PRRT_/), body: { $from: "new", path: "title" } },
    })
    expect(recording.find(({ as }) => as === "issue_labels_add")?.input).toMatchObject({
      labels: Array.from({ length: replies }, (_, at) => ({
        $from: `replies_${at + 1}`,
        path: "id",
      })),
    })
    const edit = { ...issue, title: { $from: "replies_2", path: "url" } }
    expect(await execute("issue.update", edit as never)).toMatchObject(recordedAs("issue_update"))
    expect(sandbox.applied).toEqual([])
    expect((await executed(recording)).map(({ ok }) => ok)).toEqual([
      ...Array.from({ length: replies + 2 }, () => true),
      false, // There are no labels of these names.
      true,
      false, // The call was made after all of these had finished.
    ])
  })

  it("sends no lookups for recorded steps", async () => {
    const { executeTasks } = recorder()
    const created = { task: "issue.create", as: "created", input: { ...place, title: "Flaky" } }
    const number = { $from: "created", path: "number" }
    const labels = { ...place, issue_number: number, labels: ["bug"] }
    const viewed = { task: "issue.view", input: { ...place, issue_number: number } }
    // Modules that the first call loads are there when the second prefetches.
    for (const _ of [1, 2]) {
      const { meta } = await executeTasks([
        created,
        viewed,
        { task: "issue.labels.add", input: labels },
      ] as never)
      expect(meta).toMatchObject({ requests: 0 })
    }
    expect(sandbox.requests).toEqual([])
  })

  it("records the key of each item of a list", async () => {
    const { ghx, recording } = recorder()
    const viewed = ghx.issue.view(issue)
    const made = each(viewed.out.labels, (body) =>
      ghx.issue.comments.create({ ...issue, body }, { key: "label" }),
    )
    await chain(viewed, made)
    const labels = recording.map(({ input }) => Object(input).body)
    expect(labels).not.toEqual([])
    expect(recording.map((one) => one.key)).toEqual(labels.map((label) => `label:${label}`))
  })

  it("records `each` over the list of a recorded step unless `where` is a function", async () => {
    const { ghx, recording } = recorder()
    const made = ghx.issue.create({ ...place, title: "Flaky", labels: ["bug", "question"] })
    const listed = ghx.issue.view({ ...place, issue_number: made.out.number })
    const bodies = (where: object | ((label: string) => boolean)) =>
      each(listed.out.labels, (label) => ghx.issue.comments.create({ ...issue, body: label }), {
        where: where as never,
      })
    const all = bodies({})
    const last = ghx.issue.update({ ...issue, title: listed.out.labels.at(-1).required() })
    const { results } = await chain(
      made,
      listed,
      all,
      bodies(() => true),
      last,
    )
    expect(results.map((one) => one.ok || one.error.details?.recorded)).toEqual([
      "issue_create",
      "issue_view",
      "issue_comments_create",
      undefined,
      "issue_update",
    ])
    expect(results[3]).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("`where` is a function") },
    })
    const carried = await executed(recording)
    expect(carried.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(carried[2]?.data).toHaveLength(2)
    expect(carried[3]?.data).toMatchObject({ title: "question" })
  })

  it("records the first write of a sequence and skips the steps that need its result", async () => {
    const { ghx, recording } = recorder()
    const { results } = await sequence(
      ghx.issue.view(issue),
      ({ title }) => ghx.issue.create({ ...place, title }),
      ({ number }) => ghx.issue.close({ ...place, issue_number: number }),
    )
    expect(results).toMatchObject([{ ok: true }, recordedAs("issue_create"), { task: "skipped" }])
    expect(recording).toHaveLength(1)
  })

  it("when executed, runs a task after those in `after`, and not if one of them failed", async () => {
    const { executeTasks } = createExecutor({ client: clientOf() })
    const view = { task: "issue.view", input: issue, fields: ["comments_count"] }
    const create = { task: "issue.comments.create", as: "seen", input: comment }
    const gone = { ...create, as: "gone", input: { ...comment, issue_number: 404 } }
    const tasks = [
      create,
      gone,
      { ...view, after: ["seen"] },
      view,
      { ...view, after: ["seen", 1] },
    ]
    const { results } = await executeTasks(tasks as never)
    expect(results[4]).toMatchObject({
      error: { code: "NOT_FOUND", details: { because: "gone" } },
    })
    const counts = (results as readonly { data?: { comments_count?: number } | undefined }[]).map(
      ({ data }) => data?.comments_count,
    )
    expect((counts[2] ?? 0) - (counts[3] ?? 0)).toBe(1)
    await sandbox.reset()
    const close = { task: "issue.close", input: { ...issue, issue_number: 2 }, after: 0 }
    await executeTasks([create, close] as never)
    // The second call looks nothing up before the first one is done.
    const types = sandbox.requests.map(({ operation_type }) => operation_type)
    expect(types).toEqual(["query", "mutation", "query", "mutation"])
    const wrong = await executeTasks([create, { ...view, after: "sen" }] as never)
    expect(wrong.results[1]).toMatchObject({
      error: {
        message: expect.stringContaining('/1/after: no task is named "sen", did you mean `seen`?'),
      },
    })
  })
})

it("`confirm` is called when a recorded destructive call is executed, not when recorded", async () => {
  const asked: unknown[] = []
  const confirm = () => asked.push(1) > 0
  const { ghx, recording } = recorder({ confirm })
  expect(await ghx.issue.delete(issue)).toMatchObject(recordedAs("issue_delete"))
  expect(asked).toEqual([])
  expect(await executed(recording)).toMatchObject([{ error: { code: "AUTH" } }])
  expect(sandbox.applied).toEqual([])
  expect(await executed(recording, { confirm })).toMatchObject([{ ok: true }])
  expect(asked).toHaveLength(1)
})

it("a recording client rejects calls that a chain cannot execute, and invalid inputs", async () => {
  const { ghx, recording } = recorder({ deny: ["issue.delete"] })
  const cases = [
    ghx.pr.checkout({ ...place, pull_number: 7 }),
    ghx.gist.create({ files: [{ name: "a", content: "b", $from: "c" }] } as never),
    ghx.issue.close({ ...issue, issue_number: 0 }),
    ghx.pr.thread.resolve({ thread_id: "PRRC_kgDOAAAAAQ" }),
    ghx.issue.delete(issue),
    ghx.issue.close(issue).run({ route: "rest" }),
  ]
  const results = await Promise.all(cases)
  const codes = results.map((one) => (one.ok ? one : one.error.code))
  const invalid = "VALIDATION"
  expect(codes).toEqual(["ADAPTER_UNSUPPORTED", invalid, invalid, invalid, "AUTH", invalid])
  expect(results[5]).toMatchObject({ error: { details: { fix: "Call it without `route`" } } })
  expect(recording).toEqual([])
  expect(sandbox.requests).toEqual([])
})

it("a dry run of a recording client collects requests and records nothing", async () => {
  const { client, recording } = recorder()
  const dry = dryRunClient(client)
  await createGhx({ client: dry.client }).issue.close(issue)
  expect(dry.requests).toHaveLength(2)
  expect(recording).toEqual([])
})
