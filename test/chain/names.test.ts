/** Chains whose steps have names: results stand where the steps stood. */
import {
  type Chain,
  ChainAborted,
  ChainFailed,
  type ChainStepResult,
  chain,
  createExecutor,
  createGhx,
  each,
  type Ghx,
  type IssueListItem,
  type IssueViewOutput,
  type Page,
  type PrListItem,
  sequence,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest"

const repo = { owner: "octocat", repo: "hello-world" }
const one = { ...repo, issue_number: 1 }

let sandbox: Sandbox
let ghx: Ghx
beforeEach(async () => {
  sandbox = await startSandbox()
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token })
})
afterEach(() => sandbox.close())

type Issues = ChainStepResult<"issue.list", Page<IssueListItem>>
type Prs = ChainStepResult<"pr.list", Page<PrListItem>>
type View = ChainStepResult<"issue.view", IssueViewOutput>

const reports = () =>
  ["hello-world", "big"].map((repo) => ({
    repo,
    since: new Date(0),
    issues: ghx.issue.list({ owner: "octocat", repo }),
    prs: ghx.pr.list({ owner: "octocat", repo }),
  }))

describe("a chain with names", () => {
  it("has its results under the names of its steps", async () => {
    const { status, results } = await chain({
      issues: ghx.issue.list(repo),
      prs: ghx.pr.list(repo),
    })
    expectTypeOf<typeof results.issues>().toMatchTypeOf<Issues>()
    expect(status).toBe("success")
    expect(Object.keys(results)).toEqual(["issues", "prs"])
    expect(results.issues.task).toBe("issue.list")
    expect(results.prs.data?.items.length).toBeGreaterThan(0)
  })

  it("sends a list of objects in one document, and leaves plain values where they are", async () => {
    const all = chain(reports())
    expectTypeOf(all).toEqualTypeOf<
      Chain<{ repo: string; since: Date; issues: Issues; prs: Prs }[]>
    >()
    const { results, meta } = await all
    expect(meta).toMatchObject({ total: 4, requests: 1 })
    expect(results.map(({ repo, since }) => [repo, since.getTime()])).toEqual([
      ["hello-world", 0],
      ["big", 0],
    ])
    expect(results[1]?.issues.data?.total_count).toBeGreaterThan(20)
  })

  it("keeps chains, lists and each within it in their shape", async () => {
    const issues = ghx.issue.list(repo)
    const all = chain({
      both: chain(ghx.issue.view(one), ghx.pr.list(repo)),
      named: chain({ view: ghx.issue.view(one) }),
      lists: [[ghx.issue.view(one)], [chain(ghx.pr.list(repo), ghx.pr.list(repo))]],
      issues,
      each: each(issues.out.items, ({ number }) =>
        ghx.issue.view({ ...repo, issue_number: number }),
      ),
      none: undefined,
    })
    const { results } = await all
    expectTypeOf(results.named.view).toMatchTypeOf<View>()
    expect(results.both.map(({ task }) => task)).toEqual(["issue.view", "pr.list"])
    expect(results.named.view.data?.number).toBe(1)
    expect(results.lists.map((list) => list.length)).toEqual([1, 2])
    expect(results.each.data).toHaveLength(results.issues.data?.items.length ?? 0)
    expect(results.none).toBeUndefined()
  })

  it("takes references between its steps, also across its objects", async () => {
    const created = ghx.issue.create({ ...repo, title: "Flaky" })
    const { number } = created.out
    const data = await chain({
      created,
      after: {
        comment: ghx.issue.comments.create({ ...repo, issue_number: number, body: "Seen." }),
      },
    }).orThrow()
    expectTypeOf(data.created.number).toEqualTypeOf<number>()
    expect(data.after.comment.url).toContain(`/issues/${data.created.number}#`)
  })

  it("names failed steps and warnings by their places, and has the results in the error", async () => {
    const failing = chain([{ view: ghx.issue.view({ ...repo, issue_number: 999 }), ok: 1 }])
    const error: unknown = await failing.orThrow().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ChainFailed)
    expect(error).toMatchObject({
      message: expect.stringContaining("1 of 1 steps failed: [0].view: "),
      results: [{ view: { ok: false }, ok: 1 }],
    })
    const shape = () => ({ all: [{ view: ghx.issue.view({ ...repo, issue_number: 999 }), ok: 1 }] })
    const done = await chain({ ...shape(), list: ghx.issue.list(repo) })
    const made = done.status === "success" ? undefined : new ChainFailed(done)
    expect(made).toMatchObject({
      message: expect.stringContaining("1 of 2 steps failed: all[0].view: "),
      code: "NOT_FOUND",
      results: done.results,
      envelope: { status: "partial", results: [{ task: "issue.view" }, { ok: true }] },
    })
    // @ts-expect-error results without their outcome
    expect(() => new ChainFailed(done.results)).toThrow()
    const { meta } = await chain({ big: ghx.issue.list({ owner: "octocat", repo: "big" }) })
    expect(meta.warnings?.[0]?.message).toMatch(/^big: has more pages/)
    const aborted = chain({ view: ghx.issue.view(one) }).run({ signal: AbortSignal.abort() })
    const reason: unknown = await aborted.catch((thrown) => thrown)
    expect(reason).toBeInstanceOf(ChainAborted)
    expect(reason).toMatchObject({ results: { view: { error: { code: "NETWORK" } } } })
  })

  it.each<[string, () => unknown, string]>([
    ["an awaited result", async () => chain({ a: await ghx.issue.view(one) }), "a is a result"],
    ["a promise", () => chain({ a: [{ b: Promise.resolve(1) }] }), "a[0].b is a promise"],
    ["a capability", () => chain({ a: ghx.issue.view }), "a is a function: call it"],
    ["a reference", () => chain({ a: ghx.issue.view(one).out.title }), "a is a reference"],
    ["a string as a step", () => chain([{ a: 1 }, "issue.view" as never]), "[1] is none"],
  ])("refuses %s", async (_, make, message) => {
    await expect(async () => make()).rejects.toThrow(message)
    expect(sandbox.applied).toEqual([])
  })
})

describe("tasks by name", () => {
  const executor = () => createExecutor({ base_url: sandbox.url, token: sandbox.token })

  it("have their results under the same names", async () => {
    const { results } = await executor().executeTasks({
      repo: "hello-world",
      issue: { task: "issue.create", input: { ...repo, title: "Flaky" } },
      comment: {
        task: "issue.comments.create",
        input: { ...repo, issue_number: { $from: "issue", path: "number" }, body: "Seen." },
      },
      lists: [{ prs: { task: "pr.list", input: repo } }],
    })
    expectTypeOf(results.issue.task).toEqualTypeOf<"issue.create">()
    expect(results.repo).toBe("hello-world")
    expect(results.comment.ok).toBe(true)
    expect(results.lists[0].prs.data?.items.length).toBeGreaterThan(0)
  })

  it("refer to each other by place, and report the unfinished ones as a list", async () => {
    const body = { $from: "0.issue", path: "title" }
    const tasks = [
      {
        issue: { task: "issue.create", input: { ...repo, title: "Flaky" } },
        comment: { task: "issue.comments.create", input: { ...one, body } },
      },
    ] as const
    sandbox.injectFault({ match: { body_includes: "addComment" }, status: 403 })
    const { executeTasks, unfinishedTasks } = executor()
    const stopped = await executeTasks(tasks)
    expect(stopped.results[0].issue.ok).toBe(true)
    expect(await unfinishedTasks(tasks, stopped)).toEqual([
      { task: "issue.comments.create", as: "_0_comment", input: { ...one, body: "Flaky" } },
    ])
  })

  it.each<[string, unknown, string]>([
    ["without its capability", { a: { input: repo } }, "Expected a capability id"],
    ["among tasks", [{ a: { task: "user.me", input: {} } }, "b"], "expected a task"],
    ["in place of all tasks", { repo: "hello-world" }, "object instead of a list"],
  ])("are refused for something else %s", async (_, tasks, message) => {
    const { status, results } = await executor().executeTasks(tasks as never)
    expect(status).toBe("failed")
    expect(JSON.stringify(results)).toContain(message)
    expect(sandbox.requests).toEqual([])
  })
})

describe("a step with an unknown label", () => {
  const nope = { ...one, labels: ["enhancment"] }
  const explained = {
    error: {
      message: expect.stringContaining('Found no label "enhancment".'),
      details: {
        fix: expect.stringMatching(/^octocat\/hello-world has bug, /),
        candidates: ["enhancement"],
        labels: expect.arrayContaining(["bug", "enhancement"]),
        labels_count: expect.any(Number),
      },
    },
  }
  const asked = () =>
    sandbox.requests.flatMap(({ operation_name, body }) =>
      operation_name === "LabelsOf" ? [Object(body).variables.repo] : [],
    )

  it("names those that exist, with one request for each repository after all writes", async () => {
    const big = { owner: "octocat", repo: "big", issue_number: 1, labels: ["nope"] }
    const { results, meta } = await chain({
      one: ghx.issue.labels.add(nope),
      other: ghx.pr.labels.add({ ...repo, pull_number: 7, labels: ["enhancment"] }),
      elsewhere: [ghx.issue.labels.add(big)],
      written: ghx.issue.comments.create({ ...one, body: "Hi" }),
    })
    expect(results).toMatchObject({
      one: explained,
      other: explained,
      elsewhere: [{ error: { details: { fix: expect.stringContaining("octocat/big has ") } } }],
      written: { ok: true },
    })
    expect(asked().sort()).toEqual(["big", "hello-world"])
    expect(sandbox.requests.slice(-2).map(({ operation_type }) => operation_type)).toEqual([
      "query",
      "query",
    ])
    expect(meta.requests).toBe(sandbox.requests.length)
  })

  it("names them for the items of a list and in a sequence", async () => {
    const open = ghx.issue.list({ ...repo, first: 2 })
    const add = each(open.out.items, ({ number }) =>
      ghx.issue.labels.add({ ...nope, issue_number: number }),
    )
    expect((await chain({ open, add })).results.add).toMatchObject(explained)
    expect(asked()).toEqual(["hello-world"])
    const { results } = await sequence(ghx.user.me(), () => ghx.issue.labels.add(nope))
    expect(results[1]).toMatchObject(explained)
  })

  it("asks nothing after the time limit", async () => {
    sandbox.injectFault({ match: { body_includes: "addComment" }, delay_ms: 5_000 })
    const late = await chain(
      ghx.issue.labels.add(nope),
      ghx.issue.comments.create({ ...one, body: "Hi" }),
    ).run({ timeout_ms: 1_000 })
    expect(late.results[0]).toMatchObject({ error: { code: "NOT_FOUND" } })
    expect(asked()).toEqual([])
  })
})

describe("a list with all pages as a step", () => {
  const big = { owner: "octocat", repo: "big" }

  it("returns every item, and reads the pages of several lists together", async () => {
    const counted = await ghx.issue.list({ ...big, first: 1 }).orThrow()
    const { results, meta } = await chain({
      open: ghx.issue.list.all({ ...big, first: 40 }, { fields: ["number"] }),
      again: ghx.issue.list.all({ ...big, first: 40, states: ["OPEN", "CLOSED"] }, { limit: 90 }),
      labels: ghx.repo.labels.list.all(big),
    })
    const { open, again } = results
    expectTypeOf<NonNullable<typeof open.data>["items"]>().toEqualTypeOf<
      Pick<IssueListItem, "number">[]
    >()
    expect(new Set(open.data?.items.map(({ number }) => number)).size).toBe(counted.total_count)
    expect(open.data?.page_info.has_next_page).toBe(false)
    expect(again.data?.items).toHaveLength(90)
    expect(meta.requests).toBe(Math.ceil(counted.total_count / 40))
    expect(meta.cost?.points).toBe(meta.requests)
    expect(meta.warnings).toEqual([
      expect.objectContaining({ code: "MORE_PAGES", message: "again: has more than 90 items" }),
    ])
  })

  it("takes the longest pages alone, over REST, and as a task", async () => {
    const alone = await ghx.issue.list.all(big)
    expect(alone.meta.cost?.points).toBe(sandbox.requests.length)
    const { executeTasks } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
    const { results } = await executeTasks([{ task: "issue.list", input: big, all: true }])
    expect(results[0].data).toEqual(alone.data)
    expect(alone.data?.items).toHaveLength(alone.data?.total_count ?? 0)
    const [first] = sandbox.requests
    expect(first?.body).toMatchObject({ variables: { first: 100 } })
    const commits = { ...repo, first: 1 }
    const rest = await ghx.repo.commits.list.all(commits, { limit: 2 })
    expect(rest.meta.route_used).toBe("rest")
    expect(rest.meta.cost?.points).toBe(2)
    expect(new Set(rest.data?.items.map(({ sha }) => sha)).size).toBe(2)
    expect(rest.meta.warnings).toMatchObject([{ code: "MORE_PAGES" }])
  })

  it("refuses a wrong limit or option like any call, and a capability without pages", async () => {
    const message = (wanted: string) => `Invalid \`all\` of issue.list: \`all\` is ${wanted}`
    for (const [options, wanted] of [
      [{ limit: 0 }, "true or { limit }, a whole number of at least 1"],
      [{ limt: 5 }, "true or { limit }, not limt"],
      [{ fields: ["number"], key: "k" }, "true or { limit }, not key"],
    ] as const) {
      const result = await ghx.issue.list.all(big, options as object)
      expect(result).toMatchObject({ ok: false, error: { message: message(wanted) } })
    }
    const { executeTask } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
    const strange = { task: "issue.list", input: big, all: { limt: 5 } } as never
    expect(await executeTask(strange)).toMatchObject({ error: { code: "VALIDATION" } })
    const wrong = { task: "issue.list", input: big, all: { limit: -1 } } as const
    expect(await executeTask(wrong)).toMatchObject({ error: { message: /`all` is true or/ } })
    expect(await executeTask({ task: "user.me", input: {}, all: true })).toMatchObject({
      error: { code: "VALIDATION", message: "Invalid `all` of user.me: its result has no pages" },
    })
  })
})
