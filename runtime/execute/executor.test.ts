import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Catalog, executorOf, registryOf } from "../index.js"
import {
  data,
  type GithubDouble,
  handWritten,
  type IssueViewInput,
  type IssueViewOutput,
  issueView,
  loaded,
  prCheckout,
  startGithub,
  type ThreadReplyInput,
  type ThreadReplyOutput,
  testToken,
  threadReply,
} from "../testing/index.js"

interface CapabilityMap {
  "issue.view": { input: IssueViewInput; output: IssueViewOutput }
  "pr.thread.reply": { input: ThreadReplyInput; output: ThreadReplyOutput }
}

const called: string[] = []
const explained = handWritten({
  ...(await loaded(issueView)),
  id: "issue.explained",
  input: {
    type: "object",
    required: ["owner", "issue_number"],
    properties: {
      format: { type: "string", enum: ["md", "html"], default: "md" },
      owner: { type: "string" },
      issue_number: { type: "integer", description: "As in #1." },
    },
  },
  output: { type: "object", required: ["number"], properties: { number: { type: "integer" } } },
})

const capabilities = { issueView, explained, prCheckout, threadReply }
const definitions = Object.values(capabilities).map(({ definition: { id, ...known } }) => ({
  ...known,
  ids: id,
}))
const loader = (capability: (typeof capabilities)[keyof typeof capabilities]) => ({
  capability: async () => {
    called.push(capability.definition.id)
    return { capability }
  },
  contract: async () => ({ default: await capability.contract() }),
})
const issue_loaders = { "issue.view": loader(issueView), "issue.explained": loader(explained) }
const pr_loaders = { "pr.checkout": loader(prCheckout), "pr.thread.reply": loader(threadReply) }
const newRegistry = () =>
  registryOf(definitions, {
    issue: async () => ({ loaders: issue_loaders }),
    pr: async () => ({ loaders: pr_loaders }),
  })

const catalog: Catalog = {
  "issue.view": { description: "Show one issue." },
  "issue.explained": {
    description: "Explain one issue.",
    cost: { points: 1, nodes: 102 },
    example: { owner: "octocat", issue_number: 1 },
  },
  "pr.thread.reply": { description: "Reply to a review thread." },
}

let github: GithubDouble
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { number: 1, title: "Bug", milestone: null }

beforeAll(async () => {
  github = await startGithub(({ query }) =>
    query.startsWith("mutation")
      ? data({ addReply: { comment: { id: "C_1" } } })
      : data({ repository: { issue } }),
  )
})
beforeEach(() => {
  github.requests.length = 0
  called.length = 0
})
afterAll(() => github.close())

const source = {
  registry: newRegistry(),
  catalog: async () => catalog,
  client: () => github.client(),
}
const ghx = executorOf<CapabilityMap>(source)

describe("execute", () => {
  test("copies the input when it is called", async () => {
    const changing = { ...input }
    const call = ghx.execute("issue.view", changing)
    changing.issue_number = 2
    await call
    expect(github.requests[0]?.variables).toMatchObject({ issue_number: 1 })
  })

  test("loads a capability once, at the first call of its id", async () => {
    const fresh = executorOf<CapabilityMap>({ ...source, registry: newRegistry() })
    expect(called).toEqual([])
    const result = await fresh.execute("issue.view", input, { trace: true })
    expect(result).toMatchObject({
      ok: true,
      data: issue,
      meta: { capability_id: "issue.view", attempts: [{ status: "success" }] },
    })
    await fresh.execute("issue.view", input)
    expect(called).toEqual(["issue.view"])
  })

  test.each([
    ["isue.view", ["issue.view"]],
    ["issue.veiw", ["issue.view"]],
    ["thread.reply", ["pr.thread.reply"]],
    ["__proto__", undefined],
    ["toString", undefined],
    ["", undefined],
  ])("rejects the unknown id %j and suggests similar ids", async (id, candidates) => {
    const result = await ghx.execute(id, {})
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "VALIDATION",
        message: expect.stringContaining(`There is no capability ${JSON.stringify(id)}`),
        retryable: false,
        details: { outcome: "not_sent" },
      },
      meta: { capability_id: id },
    })
    expect(result.ok ? [] : result.error.details?.candidates).toEqual(candidates)
  })

  test.each([undefined, null, 7, {}])(
    "rejects %j as an id, as do explain, executeTask and executeTasks",
    async (nothing) => {
      const id = nothing as unknown as string
      const task = { task: id, input: {} }
      const { results } = await ghx.executeTasks([task])
      for (const result of [
        await ghx.execute(id, {}),
        await ghx.explain(id),
        await ghx.executeTask(task),
        results[0],
      ]) {
        expect(result).toMatchObject({
          ok: false,
          error: {
            code: "VALIDATION",
            message: expect.stringContaining("Expected a capability id such as"),
          },
        })
      }
    },
  )

  test("validates the input of an id whose type is string", async () => {
    const id: string = "issue.view"
    expect(await ghx.execute(id, "octocat/hello-world#1")).toMatchObject({
      error: { code: "VALIDATION", details: { issues: [{ pointer: "" }] } },
    })
  })
})

describe("explain", () => {
  test("describes a capability and its inputs, required inputs first", async () => {
    expect(await ghx.explain("issue.explained")).toEqual({
      ok: true,
      data: {
        id: "issue.explained",
        description: "Written by hand.",
        effect: "read",
        idempotent: true,
        routes: ["graphql", "rest", "cli"],
        input: {
          owner: "string",
          issue_number: "integer: As in #1.",
          "format?": '"md" | "html" = "md"',
        },
        output: { number: "integer" },
        cost: "1 point, 102 nodes",
        example: { owner: "octocat", issue_number: 1 },
      },
      meta: { capability_id: "issue.explained" },
    })
  })

  test("suggests similar ids for an unknown id", async () => {
    expect(await ghx.explain("issue.show_view")).toMatchObject({
      ok: false,
      error: { code: "VALIDATION", details: { candidates: ["issue.view"] } },
    })
  })
})

test("listCapabilities returns one entry per capability, or those of one domain", async () => {
  expect(await ghx.listCapabilities()).toEqual([
    { id: "issue.explained", effect: "read", description: "Explain one issue." },
    { id: "issue.view", effect: "read", description: "Show one issue." },
    { id: "pr.thread.reply", effect: "write", description: "Reply to a review thread." },
  ])
  expect(await ghx.listCapabilities("pr")).toHaveLength(1)
  expect(await ghx.listCapabilities("pr.thread.reply")).toHaveLength(1)
  await expect(ghx.listCapabilities("pr.thred")).rejects.toMatchObject({
    code: "VALIDATION",
    message: 'listCapabilities: There is no domain "pr.thred", did you mean `pr.thread`?',
    envelope: { error: { details: { candidates: ["pr.thread"] } } },
  })
})

describe("executor tasks", () => {
  const view = { task: "issue.view", input } as const
  const reply = { task: "pr.thread.reply", input: { thread_id: "T_1", body: "Done." } } as const

  test("executeTask and executeTasks use the given client or client options", async () => {
    const other = github.client({ token: "another-token" })
    expect(await ghx.executeTask(view, { client: other })).toMatchObject({ ok: true, data: issue })
    await ghx.executeTask(view, { token: "a-third-token", base_url: github.url })
    await ghx.executeTask(view, other)
    await ghx.executeTasks([view], other)
    await ghx.executeTask(view, {})
    await ghx.executeTask(view)
    expect(github.requests.map(({ headers }) => headers.authorization)).toEqual([
      "bearer another-token",
      "bearer a-third-token",
      "bearer another-token",
      "bearer another-token",
      `bearer ${testToken}`,
      `bearer ${testToken}`,
    ])
  })

  test("executeTasks runs several tasks as a chain", async () => {
    expect(await ghx.executeTasks([view, reply])).toEqual({
      status: "success",
      results: [
        { task: "issue.view", ok: true, data: issue },
        { task: "pr.thread.reply", ok: true, data: { id: "C_1" } },
      ],
      meta: {
        route_used: "graphql",
        total: 2,
        succeeded: 2,
        failed: 0,
        requests: 2,
        cost: { points: 6 },
      },
    })
  })

  test("executeTasks rejects all tasks without a request if one id is unknown", async () => {
    const { status, results } = await ghx.executeTasks([
      { task: "pr.thread.replay", input: {} },
      reply,
    ])
    expect(status).toBe("failed")
    expect(results[0]).toMatchObject({
      task: "pr.thread.replay",
      ok: false,
      error: { code: "VALIDATION", details: { candidates: ["pr.thread.reply"] } },
    })
    expect(results[1]).toMatchObject({ error: { details: { outcome: "not_sent" } } })
    expect(github.requests).toHaveLength(0)
  })

  test("executeTasks routes one task like a call, but requires HTTP for several", async () => {
    const checkout = { task: "pr.checkout", input: { pull_number: 1 } }
    const alone = await ghx.executeTasks([checkout])
    expect(alone.results[0]).toMatchObject({
      error: { message: expect.stringContaining("no route that works here") },
    })
    const several = await ghx.executeTasks([checkout, view])
    expect(several.results[0]).toMatchObject({
      error: { message: expect.stringContaining("cannot be chained") },
    })
  })
})
