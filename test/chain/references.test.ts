/** Steps that use values of earlier steps: the requests, the refusals, and the effect of failures. */
import {
  type ClientOptions,
  chain,
  createExecutor,
  createGhx,
  each,
  type GuardOptions,
  type Intent,
  type Out,
  sequence,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

const repo = { owner: "octocat", repo: "hello-world" }

let sandbox: Sandbox
let ghx: ReturnType<typeof ghxOf>
const ghxOf = (options: ClientOptions = {}) =>
  createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false, ...options })

beforeAll(async () => {
  sandbox = await startSandbox()
  ghx = ghxOf()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** The subjects of the operations of each document. */
const operations = () =>
  sandbox.requests.map(({ body }) => {
    const fields = String(Object(body).query).match(/\b(?:issue|label|create\w+|add\w+)(?=\()/g)
    return [...(fields ?? [])].sort()
  })

describe("a step with references to another step's result", () => {
  it("waits for that step and sends its values", async () => {
    const created = ghx.issue.create({ ...repo, title: "Flaky test" })
    const { results, meta } = await chain(
      created,
      ghx.issue.comments.create({
        ...repo,
        issue_number: created.out.number,
        body: created.out.url,
      }),
    ).run()
    const [issue, comment] = results
    if (!issue.ok || !comment.ok) throw new Error("failed")
    expect(comment.data.url).toContain(`/issues/${issue.data.number}#`)
    const list = await ghx.issue.comments
      .list({ ...repo, issue_number: issue.data.number })
      .orThrow()
    expect(list.items.map(({ body }) => body)).toEqual([issue.data.url])
    expect(meta).toMatchObject({ total: 2, succeeded: 2, levels: 2 })
  })

  it("shares documents with all other ready steps and prefetches lookups", async () => {
    const created = ghx.issue.create({ ...repo, title: "One" })
    const other = ghx.issue.create({ ...repo, title: "Two" })
    const { status, meta } = await chain(
      created,
      ghx.issue.labels.add({ ...repo, issue_number: created.out.number, labels: ["bug"] }),
      other,
      ghx.issue.labels.add({ ...repo, issue_number: other.out.number, labels: ["question"] }),
      ghx.issue.comments.create({ ...repo, issue_number: 1, body: created.out.title }),
    )
    expect(status).toBe("success")
    expect(operations()).toEqual([
      // The repository of the issues is requested without a field of its own.
      ["issue", "label", "label"],
      ["createIssue", "createIssue"],
      ["addComment", "addLabelsToLabelable", "addLabelsToLabelable"],
    ])
    expect(meta).toMatchObject({ requests: 3, levels: 2 })
  })

  it("looks up only ids that no earlier result contains", async () => {
    const list = ghx.issue.list(repo)
    const labelled = ghx.issue.labels.add({ ...repo, issue_number: 3, labels: ["bug"] })
    const first = { ...repo, issue_number: list.out.items.at(0).required().number }
    const second = { ...repo, issue_number: labelled.out.number }
    const { status } = await chain(
      list,
      ghx.issue.comments.create({ ...first, body: "Of the list." }),
      ghx.issue.comments.create({
        owner: "octocat",
        repo: "big",
        issue_number: first.issue_number,
        body: "Elsewhere.",
      }),
      labelled,
      ghx.issue.comments.create({ ...second, body: "GitHub may answer with a pull request here." }),
    )
    expect(status).toBe("success")
    expect(operations()).toEqual([
      ["issue", "label"],
      // The number is that of an issue in another repository.
      ["issue"],
      ["addComment", "addComment", "addLabelsToLabelable"],
      ["issue"],
      ["addComment"],
    ])
  })

  it("does not use an id that only another client has received", async () => {
    const created = ghx.issue.create({ ...repo, title: "One" })
    const issue = { ...repo, issue_number: created.out.number }
    const { status } = await chain(
      created,
      ghxOf().issue.comments.create({ ...issue, body: "Seen." }),
    )
    expect(status).toBe("success")
    expect(operations()).toEqual([[], ["createIssue"], ["issue"], ["addComment"]])
  })

  it("accepts references anywhere in its input, as lists and as their items", async () => {
    const [me, issue] = [ghx.user.me(), ghx.issue.view({ ...repo, issue_number: 2 })]
    const { results } = await chain(
      me,
      issue,
      ghx.issue.assignees.update({ ...repo, issue_number: 1, assignees: [me.out.login] }),
      ghx.issue.labels.add({ ...repo, issue_number: 1, labels: issue.out.labels }),
      ghx.issue.labels.add({
        ...repo,
        issue_number: 5,
        labels: [issue.out.labels.at(1).required(), "bug"],
      }),
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    expect(results[2]).toMatchObject({ data: { assignees: ["octocat"] } })
    expect(results[3]).toMatchObject({
      data: { labels: ["bug", "enhancement", "good first issue"] },
    })
    expect(results[4]).toMatchObject({ data: { labels: ["bug", "good first issue"] } })
  })

  it("is not sent if that step fails, while independent steps are", async () => {
    const missing = ghx.issue.view({ ...repo, issue_number: 999 })
    const second = ghx.issue.comments.create({ ...repo, issue_number: 1, body: missing.out.title })
    const { status, results } = await chain(
      missing,
      second,
      ghx.issue.comments.create({ ...repo, issue_number: 2, body: second.out.url }),
      ghx.issue.comments.create({ ...repo, issue_number: 1, body: "Independent." }),
    )
    expect(status).toBe("partial")
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false, true])
    for (const result of [results[1], results[2]]) {
      expect(result).toMatchObject({
        error: {
          code: "NOT_FOUND",
          message: expect.stringMatching(/^Not sent: #0 issue\.view failed: Could not resolve/),
          details: { outcome: "not_sent", because: "#0 issue.view" },
        },
      })
    }
    expect(sandbox.applied).toHaveLength(1)
  })

  it("is not sent if the outcome of that step is unknown", async () => {
    sandbox.injectFault({ drop: "after", match: { body_includes: "mutation" }, times: 1 })
    const created = ghx.issue.create({ ...repo, title: "Perhaps" })
    const { results } = await chain(
      created,
      ghx.issue.comments.create({ ...repo, issue_number: created.out.number, body: "Seen." }),
    )
    expect(results[0]).toMatchObject({ error: { details: { outcome: "unknown" } } })
    expect(results[1]).toMatchObject({
      error: { details: { outcome: "not_sent", because: "#0 issue.create" } },
    })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("returns NOT_FOUND if a required value is null", async () => {
    const issue = ghx.issue.view({ ...repo, issue_number: 5 })
    const { results } = await chain(
      issue,
      ghx.issue.comments.create({
        ...repo,
        issue_number: 1,
        body: issue.out.milestone.title.required(),
      }),
    )
    expect(results[1]).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message: "Not sent: #0 issue.view has no milestone.title",
        details: { outcome: "not_sent", because: "#0 issue.view" },
      },
    })
    expect(sandbox.applied).toHaveLength(0)
  })

  it("validates its input again once the values are known", async () => {
    const issue = ghx.issue.view({ ...repo, issue_number: 5 })
    const { results, meta } = await chain(
      issue,
      ghx.issue.list({ ...repo, first: issue.out.comments_count }),
    )
    expect(results[1]).toMatchObject({
      error: {
        code: "VALIDATION",
        details: {
          issues: [{ pointer: "/first", message: "expected at least 1, found number 0" }],
        },
      },
    })
    expect(meta.requests).toBe(1)
  })

  it("destroys nothing, unless `confirm` approves the resolved input", async () => {
    const attempt = async (options: GuardOptions) => {
      const tree = ghxOf(options)
      const issue = tree.issue.view({ ...repo, issue_number: 2 })
      return chain(issue, tree.issue.delete({ ...repo, issue_number: issue.out.number }))
    }
    const refused = await attempt({})
    expect(refused.results[1]).toMatchObject({
      error: { code: "AUTH", details: { guard: "confirm", outcome: "not_sent" } },
    })
    expect(sandbox.requests).toHaveLength(0)
    const asked: Intent[] = []
    const confirm = (answer: boolean) => (intent: Intent) => {
      asked.push(intent)
      return answer
    }
    const denied = await attempt({ confirm: confirm(false) })
    expect(denied.results[1]).toMatchObject({ error: { code: "AUTH" } })
    expect(sandbox.applied).toHaveLength(0)
    expect((await attempt({ confirm: confirm(true) })).status).toBe("success")
    expect(sandbox.applied).toHaveLength(1)
    expect(asked.map(({ input }) => input)).toEqual([
      { ...repo, issue_number: 2 },
      { ...repo, issue_number: 2 },
    ])
  })
})

describe("a reference", () => {
  it("is rejected outside a chain that contains its step before it", async () => {
    const issue = ghx.issue.view({ ...repo, issue_number: 1 })
    const next = () => ghx.issue.view({ ...repo, issue_number: issue.out.number })
    expect(await next()).toMatchObject({
      error: {
        code: "VALIDATION",
        details: {
          issues: [
            {
              pointer: "/issue_number",
              message: "is a reference to another step's result: pass both steps to `chain`",
            },
          ],
        },
      },
    })
    const apart = await chain(ghx.user.me(), next())
    expect(apart.results[1]).toMatchObject({
      error: { message: expect.stringContaining("of a step that is not in this chain") },
    })
    const reversed = await chain(next(), issue)
    expect(reversed.results[0]).toMatchObject({
      error: {
        message: expect.stringContaining(
          "uses the result of #1 issue.view, which comes later; move that step before it",
        ),
      },
    })
    expect(sandbox.requests).toHaveLength(0)
  })

  it("throws if it is used as a string or number, and is not a promise", async () => {
    const { out } = ghx.issue.view({ ...repo, issue_number: 1 })
    expect(() => `${out.title}`).toThrow("out.title is unknown until its step has run")
    expect(() => Number(out.number)).toThrow("out.number is unknown")
    // @ts-expect-error: a list has no such method
    expect(() => out.labels.join(",")).toThrow("out.labels.join is unknown")
    expect(await out.title).toBeDefined()
    expect(JSON.stringify({ out })).toBe("{}")
  })
})

describe("`each`", () => {
  const threads = () => ghx.pr.threads.list({ ...repo, pull_number: 7 })

  it("creates a step for every item, all in one document", async () => {
    const list = threads()
    const resolved = each(
      list.out.items,
      (thread) => ghx.pr.thread.resolve({ thread_id: thread.id }),
      { where: { is_resolved: false } },
    )
    const { results, meta } = await chain(list, resolved).run()
    expect(results[1]).toEqual({
      task: "pr.thread.resolve",
      ok: true,
      data: [
        { id: "PRRT_kgDOAAAAAQ", is_resolved: true },
        { id: "PRRT_kgDOAAAAAg", is_resolved: true },
      ],
    })
    expect(meta).toMatchObject({ total: 2, requests: 2, levels: 2 })
  })

  it.each([
    [{ is_resolved: true }, ["docs/polite.md"]],
    [{ path: ["config.json", "docs/polite.md"], is_resolved: false }, ["config.json"]],
    [{ path: { not: "config.json" } }, ["src/greet.js", "docs/polite.md"]],
    [{ path: { not: ["config.json", "src/greet.js"] } }, ["docs/polite.md"]],
    [{ start_line: 3 }, []],
  ])("selects the items where %j", async (where, paths) => {
    const list = threads()
    const replies = each(
      list.out.items,
      (thread) => ghx.pr.thread.reply({ thread_id: thread.id, body: thread.path }),
      { where },
    )
    const { status } = await chain(list, replies)
    expect(status).toBe("success")
    const after = await threads().orThrow()
    expect(
      after.items.flatMap(({ path, comments }) => (comments.at(-1)?.body === path ? [path] : [])),
    ).toEqual(paths)
  })

  it("takes what a function returns as `filter` does, and refuses a promise", async () => {
    const run = (where: (thread: { path: string }) => unknown) => {
      const list = threads()
      const resolve = ({ id }: { id: string }) => ghx.pr.thread.resolve({ thread_id: id })
      return chain(list, each(list.out.items, resolve as never, { where } as never))
    }
    const truthy = await run(({ path }) => path.match(/^src/))
    expect(truthy.results[1]).toMatchObject({ data: [{ id: "PRRT_kgDOAAAAAQ" }] })
    const promised = await run(async () => true)
    expect(promised.results[1]).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("it returned a promise") },
    })
  })

  it("returns VALIDATION and sends nothing if the items exceed its limit", async () => {
    const list = threads()
    const { results } = await chain(
      list,
      each(list.out.items, ({ id }) => ghx.pr.thread.resolve({ thread_id: id }), { limit: 2 }),
    )
    expect(results[1]).toMatchObject({
      error: {
        code: "VALIDATION",
        message: "each of pr.thread.resolve: 3 items exceed the limit of 2",
        details: { outcome: "not_sent" },
      },
    })
    expect(sandbox.applied).toHaveLength(0)
  })

  it("warns if the list has more pages", async () => {
    const list = ghx.pr.threads.list({ ...repo, pull_number: 7, first: 2 })
    const { meta, results } = await chain(
      list,
      each(list.out.items, ({ id }) => ghx.pr.thread.resolve({ thread_id: id })),
    )
    expect(results[1]).toMatchObject({ data: [{}, {}] })
    expect(meta.warnings).toMatchObject([
      { code: "MORE_PAGES", step: 0 },
      {
        code: "INCOMPLETE",
        message:
          "each of pr.thread.resolve: #0 pr.threads.list has more pages; their items were not processed",
        step: 1,
      },
    ])
  })

  it("keeps the results of the other items if one fails, and stops dependent steps", async () => {
    const tree = ghxOf({ batch: false })
    const list = tree.issue.list(repo)
    const asked = each(list.out.items, ({ number }) =>
      tree.issue.comments.create({ ...repo, issue_number: number, body: "Still here?" }),
    )
    sandbox.injectFault({ match: { body_includes: "mutation" }, status: 502, times: 1 })
    const { results } = await chain(
      list,
      asked,
      tree.issue.comments.create({
        ...repo,
        issue_number: 1,
        body: asked.out.at(0).url.required(),
      }),
    )
    const own = (ok: boolean) => expect.objectContaining({ task: "issue.comments.create", ok })
    expect(results[1]).toMatchObject({
      ok: false,
      error: {
        code: "SERVER",
        message: expect.stringMatching(/^1 of 3 failed, first #0: /),
        retryable: false,
        details: { outcome: "unknown", results: [own(false), own(true), own(true)] },
      },
    })
    expect(results[2]).toMatchObject({
      error: { details: { outcome: "not_sent", because: "#1 issue.comments.create" } },
    })
    expect(sandbox.applied).toHaveLength(2)
  })

  it("says that some items were applied if GitHub refuses another one", async () => {
    const tree = ghxOf({ batch: false })
    const list = tree.issue.list(repo)
    const asked = each(list.out.items, ({ number }) =>
      tree.issue.comments.create({ ...repo, issue_number: number, body: "Still here?" }),
    )
    sandbox.injectFault({ match: { body_includes: "mutation" }, status: 403, times: 1 })
    const { results } = await chain(list, asked)
    expect(results[1]).toMatchObject({
      error: { code: "AUTH", details: { outcome: "unknown", applied: true } },
    })
    expect(sandbox.applied).toHaveLength(2)
  })

  it("reads a field that items of several types have in common", async () => {
    const timeline = ghx.issue.timeline.list({ ...repo, issue_number: 1 })
    const { results } = await chain(
      timeline,
      each(
        timeline.out.items,
        (event) => ghx.issue.comments.create({ ...repo, issue_number: 2, body: event.type }),
        { where: { type: "LabeledEvent" } },
      ),
      ghx.issue.comments.create({
        ...repo,
        issue_number: 1,
        body: timeline.out.items.at(0).type.required(),
      }),
    )
    const [list] = results
    const labelled = list.ok ? list.data.items.filter(({ type }) => type === "LabeledEvent") : []
    expect(labelled.length).toBeGreaterThan(0)
    expect(results[1]).toMatchObject({ ok: true, data: labelled.map(() => ({})) })
    expect(results[2].ok).toBe(true)
  })

  it("returns an empty list for an empty list", async () => {
    const list = ghx.issue.list({ ...repo, labels: ["nothing has it"] })
    const { results, meta } = await chain(
      list,
      each(list.out.items, ({ number }) => ghx.issue.close({ ...repo, issue_number: number })),
    )
    expect(results[1]).toEqual({ task: "issue.close", ok: true, data: [] })
    expect(meta.requests).toBe(1)
  })

  it("rejects a source that is not a list, an unknown member in `where`, and a limit of 0", async () => {
    const list = threads()
    const make = ({ id }: Out<{ id: string }>) => ghx.pr.thread.resolve({ thread_id: id })
    const wrong = { where: { resolved: false } } as object
    const { results } = await chain(list, each(list.out.items, make, wrong))
    expect(results[1]).toMatchObject({
      error: {
        message: expect.stringContaining(
          "each: the item has no `resolved`, did you mean `is_resolved`?",
        ),
      },
    })
    const other = threads()
    const count = await chain(other, each(other.out.total_count as never, make))
    expect(count.results[1]).toMatchObject({
      error: {
        message: expect.stringContaining(
          "each: expected a list, but #0 pr.threads.list: total_count is integer",
        ),
      },
    })
    expect(() => each(threads().out.items, make, { limit: 0 })).toThrow("number")
    expect(() => each([] as never, make)).toThrow("each takes a list from the result of a step")
    expect(sandbox.requests).toHaveLength(0)
  })
})

describe("`sequence`", () => {
  it("creates each step from the previous result and all earlier ones", async () => {
    const { results, status, meta } = await sequence(
      ghx.issue.list(repo),
      (issues) => ghx.issue.create({ ...repo, title: `${issues.total_count} are open` }),
      (created, [issues]) =>
        ghx.issue.comments.create({
          ...repo,
          issue_number: created.number,
          body: issues.items.map(({ number }) => `#${number}`).join(" "),
        }),
    )
    expect(status).toBe("success")
    expect(results[1]).toMatchObject({ task: "issue.create", data: { title: "3 are open" } })
    expect(meta).toMatchObject({ total: 3, succeeded: 3, requests: sandbox.requests.length })
  })

  it("stops at the first failure and does not call the remaining functions", async () => {
    let made = 0
    const { status, results } = await sequence(
      ghx.issue.view({ ...repo, issue_number: 1 }),
      () => ghx.issue.view({ ...repo, issue_number: 999 }),
      () => {
        made += 1
        return ghx.issue.close({ ...repo, issue_number: 1 })
      },
    )
    expect(status).toBe("partial")
    expect(made).toBe(0)
    expect(results[2]).toMatchObject({
      task: "skipped",
      error: {
        code: "NOT_FOUND",
        message: expect.stringMatching(/^Skipped: #1 issue\.view failed: Could not resolve/),
        details: { outcome: "not_sent", because: "#1 issue.view" },
      },
    })
  })

  it("keeps earlier results if a function throws", async () => {
    const { results } = await sequence(ghx.issue.close({ ...repo, issue_number: 1 }), () => {
      throw new Error("no idea")
    })
    expect(results[0].ok).toBe(true)
    expect(results[1]).toMatchObject({
      task: "skipped",
      error: { message: expect.stringContaining("no idea"), details: { outcome: "not_sent" } },
    })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("skips a function's step if the function returns no step", async () => {
    const { results } = await sequence(
      ghx.issue.close({ ...repo, issue_number: 1 }),
      (data: unknown) => data as never,
    )
    const message = expect.stringContaining("return the call without `await`")
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { message } }])
    expect(sandbox.applied).toHaveLength(1)
  })

  it("runs a destructive step only if `confirm` approves it", async () => {
    const run = (tree: typeof ghx) =>
      sequence(tree.issue.view({ ...repo, issue_number: 2 }), ({ number }) =>
        tree.issue.delete({ ...repo, issue_number: number }),
      )
    expect((await run(ghx)).results[1]).toMatchObject({ error: { code: "AUTH" } })
    expect(sandbox.applied).toHaveLength(0)
    expect((await run(ghxOf({ confirm: () => true }))).status).toBe("success")
  })

  it("runs once if awaited twice, and `orThrow` throws its failure", async () => {
    const both = sequence(ghx.issue.view({ ...repo, issue_number: 1 }), () =>
      ghx.issue.view({ ...repo, issue_number: 999 }),
    )
    await both
    await both
    expect(
      sandbox.requests.filter(({ operation_name }) => operation_name === "IssueView"),
    ).toHaveLength(2)
    await expect(both.orThrow()).rejects.toMatchObject({ name: "ChainFailed", code: "NOT_FOUND" })
  })
})

describe("a dry run", () => {
  it("returns levels and documents, with placeholders for unknown values, and sends nothing", async () => {
    const tasks = [
      { task: "issue.create", as: "created", input: { ...repo, title: "One" } },
      {
        task: "issue.labels.add",
        input: {
          ...repo,
          issue_number: { $from: "created", path: "number" },
          labels: ["bug"],
        },
      },
      { task: "pr.threads.list", as: "threads", input: { ...repo, pull_number: 7 } },
      {
        task: "pr.thread.resolve",
        each: { $from: "threads", path: "items" },
        input: { thread_id: { $item: "id" } },
      },
      { task: "gist.create", input: { files: [{ name: "a.md", content: "A" }] } },
    ]
    const { dryRunTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
    const planned = await dryRunTasks(tasks)
    if (planned.status !== "ready") throw new Error(JSON.stringify(planned))
    expect(planned.levels).toEqual([
      ["created", "threads", "#4 gist.create"],
      ["#1 issue.labels.add", "#3 pr.thread.resolve"],
    ])
    expect(planned.others).toEqual(["#4 gist.create"])
    const values = planned.documents.map(({ variables }) => Object.values(variables))
    expect(values).toEqual([
      expect.arrayContaining(["octocat", "hello-world", "bug", 7]),
      ["<repository_id>", "One", "<threads.items[*].id>"],
      ["<created.id>", ["<label_ids: bug>"]],
    ])
    expect(sandbox.requests).toEqual([])
  })

  it("does not call `confirm`, leaves the chain runnable, and returns validation errors", async () => {
    const asked: Intent[] = []
    const careful = ghxOf({ confirm: (intent) => asked.push(intent) > 0 })
    const destroyed = chain(careful.issue.delete({ ...repo, issue_number: 5 }))
    expect(await destroyed.dryRun()).toMatchObject({
      status: "ready",
      levels: [["#0 issue.delete"]],
    })
    expect([asked.length, sandbox.requests.length]).toEqual([0, 0])
    expect(await destroyed).toMatchObject({ status: "success" })
    expect(asked.length).toBe(1)
    const wrong = chain(ghx.issue.view({ ...repo, issue_number: 0 }))
    expect(await wrong.dryRun()).toMatchObject({
      status: "rejected",
      results: [{ task: "issue.view", ok: false, error: { code: "VALIDATION" } }],
    })
  })
})
