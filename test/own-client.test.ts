/** Tests one client for the tree and for the calls by name. */
import { Readable } from "node:stream"
import { Octokit } from "@octokit/core"
import { type ClientOptions, createClient, createExecutor, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const options = () =>
  ({ base_url: sandbox.url, token: sandbox.token, deny: ["issue.delete"] }) satisfies ClientOptions

describe("a client from createClient", () => {
  it("is shared by createGhx and createExecutor", async () => {
    const client = createClient(options())
    const ghx = createGhx({ client })
    const { execute, executeTask, executeTasks, explain } = createExecutor({ client })
    const results = [
      await ghx.issue.view(issue),
      await execute("issue.view", issue),
      await executeTask({ task: "issue.view", input: issue }),
    ]
    for (const result of results) expect(result).toMatchObject({ ok: true, data: { number: 1 } })
    const { status, results: both } = await executeTasks([
      { task: "issue.view", input: issue },
      { task: "user.me", input: {} },
    ])
    expect(status).toBe("success")
    if (status === "success") expect(both[0].data.number).toBe(1)
    expect(await explain("issue.view")).toMatchObject({ ok: true })
  })

  it("applies its guards to functions, execute and executeTask", async () => {
    const { execute, executeTask } = createExecutor(options())
    const refusals = [
      await createGhx(options()).issue.delete(issue),
      await execute("issue.delete", issue),
      await executeTask({ task: "issue.delete", input: issue }),
    ]
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        ok: false,
        error: { code: "AUTH", details: { guard: "deny" } },
      })
    }
    expect(sandbox.applied).toEqual([])
  })

  it("cannot be combined with options in createGhx and createExecutor", () => {
    const client = createClient(options())
    const wanted = "`token` cannot be combined with `client`; pass it to createClient"
    expect(() => createGhx({ client, token: "token" })).toThrow(wanted)
    expect(() => createExecutor({ client, token: "token" })).toThrow(wanted)
  })
})

describe("a fetch that returns a Node.js stream, as node-fetch does,", () => {
  const nodeFetch = (async (...given: Parameters<typeof fetch>) => {
    const { status, headers, body, url } = await fetch(...given)
    return {
      status,
      headers,
      url,
      body: Readable.fromWeb((body ?? new Blob([]).stream()) as never),
    }
  }) as unknown as typeof fetch

  it.each(["fetch", "octokit"] as const)(
    "works for reads, writes and errors when passed as %s",
    async (as) => {
      const { url: base_url, token } = sandbox
      const request = { fetch: nodeFetch }
      const ghx = createGhx(
        as === "fetch"
          ? { base_url, token, fetch: nodeFetch }
          : { base_url, octokit: new Octokit({ baseUrl: base_url, auth: token, request }) },
      )
      expect(await ghx.issue.view(issue)).toMatchObject({ ok: true, data: { number: 1 } })
      const { issue_number: _, ...repo } = issue
      const created = await ghx.repo.milestone.create({ ...repo, title: "Soon" })
      expect(created).toMatchObject({ ok: true })
      const run = { ...repo, run_id: 2 }
      expect(await ghx.workflow.run.rerun_failed(run)).toMatchObject({ ok: true })
      expect(await ghx.issue.view({ ...issue, issue_number: 404 })).toMatchObject({
        error: { code: "NOT_FOUND" },
      })
      sandbox.injectFault({ status: 403, body: { message: "Repository was archived" } })
      expect(await ghx.repo.milestone.create({ ...repo, title: "Later" })).toMatchObject({
        error: { message: expect.stringContaining("archived"), details: { outcome: "rejected" } },
      })
    },
  )
})

describe("an Octokit that throttles requests", () => {
  const pacing = () => {
    const { url: baseUrl, token: auth } = sandbox
    const octokit = new Octokit({ baseUrl, auth })
    let turn = Promise.resolve()
    octokit.hook.wrap("request", async (request, given) => {
      turn = turn.then(() => new Promise((go) => setTimeout(go, 150)))
      await turn
      return request(given)
    })
    return octokit
  }

  it("may delay calls for longer than timeout_ms", async () => {
    const ghx = createGhx({ base_url: sandbox.url, octokit: pacing(), timeout_ms: 1_000 })
    const { issue_number: _, ...repo } = issue
    const calls = Array.from({ length: 12 }, (__, at) =>
      ghx.repo.milestone.create({ ...repo, title: `v${at + 10}` }),
    )
    const results = await Promise.all(calls)
    expect(results.filter(({ ok }) => ok)).toHaveLength(12)
  })

  it("fails with NETWORK after the timeout if it sends no request", async () => {
    const { url: baseUrl, token: auth } = sandbox
    const octokit = new Octokit({ baseUrl, auth })
    octokit.hook.before("request", () => new Promise(() => undefined))
    const ghx = createGhx({ base_url: baseUrl, octokit, timeout_ms: 50, retry: false })
    expect(await ghx.user.me()).toMatchObject({ error: { code: "NETWORK" } })
  })
})

it("a write that an Octokit hook has repeated has an unknown outcome", async () => {
  const { url: baseUrl, token: auth } = sandbox
  const { issue_number: _, ...repo } = issue
  const calls = [
    (ghx: ReturnType<typeof createGhx>) => ghx.issue.comments.create({ ...issue, body: "Hm." }),
    (ghx: ReturnType<typeof createGhx>) => ghx.repo.milestone.create({ ...repo, title: "Soon" }),
  ]
  for (const call of calls) {
    const octokit = new Octokit({ baseUrl, auth })
    let again = false
    octokit.hook.error("request", async (error, { method, url, body, baseUrl, ...given }) => {
      if (again || method === "GET") throw error
      again = true
      const { data } = given as { data?: unknown }
      return octokit.request({ method, url, baseUrl, body, data } as never)
    })
    const ghx = createGhx({ base_url: baseUrl, octokit, retry: false })
    // This call first looks up the subject of the comment.
    sandbox.injectFault({ skip: call === calls[0] ? 1 : 0, times: 1, status: 502, applied: true })
    const result = await call(ghx)
    expect(result).toMatchObject({ ok: false, error: { details: { outcome: "unknown" } } })
    expect(again).toBe(true)
  }
})
