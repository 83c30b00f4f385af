/** One client of one's own, for the tree and for the calls by name. */
import { createClient, createExecutor, createGhx } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const options = () => ({ base_url: sandbox.url, token: sandbox.token, deny: ["issue.delete"] })

describe("a client of one's own", () => {
  it("carries the tree and the calls by name", async () => {
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

  it("keeps its guards whichever way it is called", async () => {
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

  it("has its options already", () => {
    const client = createClient(options())
    const wanted = "`token` stands beside `client`: give it to createClient instead"
    expect(() => createGhx({ client, token: "token" })).toThrow(wanted)
    expect(() => createExecutor({ client, token: "token" })).toThrow(wanted)
  })
})
