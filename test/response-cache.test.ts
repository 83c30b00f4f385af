/** Reads over REST that are revalidated by their ETag, against the sandbox. */
import { type CachedResponse, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const repository = { owner: "octocat", repo: "hello-world" }
const issue = { ...repository, issue_number: 1 }

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeEach(async () => {
  sandbox = await startSandbox()
  const response_cache = new Map<string, CachedResponse>()
  const { url: base_url, token } = sandbox
  ghx = createGhx({ base_url, token, response_cache, routes: ["rest"] })
})
afterEach(() => sandbox.close())

/** Statuses of the requests that `work` sends. */
async function statusesOf(work: () => PromiseLike<unknown>): Promise<(number | null)[]> {
  sandbox.clearRequests()
  await work()
  return sandbox.requests.map(({ status }) => status)
}

const view = () => ghx.issue.view(issue).orThrow()

describe("a client with a response cache", () => {
  it("revalidates an unchanged response with a 304 that costs no rate limit", async () => {
    const first = await view()
    const again = await ghx.issue.view(issue)
    expect(again).toMatchObject({ data: first, meta: { cost: { remaining: 4999 } } })
    expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 304])
  })

  it("returns a change by another user at once", async () => {
    await view()
    const other = createGhx({ base_url: sandbox.url, token: "monalisa-token" })
    await other.issue.update({ ...issue, title: "Retitled" }).orThrow()
    expect((await view()).title).toBe("Retitled")
    expect(await statusesOf(view)).toEqual([304])
  })

  it("revalidates each page of a cached list, and returns a new item", async () => {
    const list = async () => {
      const titles: string[] = []
      for await (const { title } of ghx.workflow.runs.list({ ...repository, first: 1 }).items()) {
        titles.push(title)
      }
      return titles
    }
    const titles = await list()
    expect(titles).toHaveLength(2)
    sandbox.clearRequests()
    expect(await list()).toEqual(titles)
    expect(sandbox.requests.map(({ status }) => status)).toEqual([304, 304])
    const inputs = { environment: "staging" }
    await ghx.workflow.dispatch({ ...repository, workflow_id: "deploy.yml", ref: "main", inputs })
    expect(await list()).toEqual(["Deploy", ...titles])
  })

  it("revalidates text responses", async () => {
    const diff = () => ghx.pr.diff.view({ ...repository, pull_number: 7 }).orThrow()
    const first = await diff()
    expect(await statusesOf(async () => expect(await diff()).toEqual(first))).toContain(304)
  })

  it("returns GitHub's error instead of the cached response", async () => {
    await view()
    sandbox.injectFault({ times: 1, status: 404, body: { message: "Not Found" } })
    expect(await ghx.issue.view(issue)).toMatchObject({ error: { code: "NOT_FOUND" } })
  })
})
