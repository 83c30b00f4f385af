/** Lists over REST, against the sandbox: every item once, whatever the size of a page. */
import { chain, createGhx, GhxError } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const RUNS = 23
const repository = { owner: "ada", repo: "engine" }

const job = { name: "test" }
const seed: Seed = {
  users: [{ login: "ada" }],
  rate_limit: { code_search_limit: 5000 },
  repositories: [
    {
      owner: "ada",
      name: "engine",
      files: Object.fromEntries(
        Array.from({ length: 1010 }, (_, index) => [`notes/${index}.txt`, `needle ${index}`]),
      ),
      workflows: [
        {
          name: "CI",
          path: ".github/workflows/ci.yml",
          runs: Array.from({ length: RUNS }, (_, index) => ({
            title: `Run ${index}`,
            event: index % 2 === 0 ? "push" : "pull_request",
            jobs: [index % 3 === 0 ? { ...job, conclusion: "FAILURE" as const } : job],
          })),
        },
      ],
    },
  ],
}

let sandbox: Sandbox
let ghx: ReturnType<typeof createGhx>
beforeEach(async () => {
  sandbox = await startSandbox({ seed })
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
})
afterEach(() => sandbox.close())

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of iterable) all.push(one)
  return all
}

describe("a list over REST", () => {
  it("returns every item exactly once, newest first, for every page size", async () => {
    for (let first = 1; first <= RUNS + 1; first += 1) {
      sandbox.clearRequests()
      const items = await collect(ghx.workflow.runs.list({ ...repository, first }).items())
      expect(items.map(({ run_number }) => run_number)).toEqual(
        Array.from({ length: RUNS }, (_, index) => RUNS - index),
      )
      expect(sandbox.requests).toHaveLength(Math.ceil(RUNS / first))
    }
  })

  it("returns the total count and a cursor for the next page", async () => {
    const one = await ghx.workflow.runs.list({ ...repository, first: 20 })
    expect(one).toMatchObject({
      ok: true,
      data: { total_count: RUNS, page_info: { has_next_page: true } },
      meta: { route_used: "rest", pagination: { has_next_page: true, total_count: RUNS } },
    })
    if (!one.ok) throw new Error(one.error.message)
    const after = one.data.page_info.end_cursor ?? ""
    const last = await ghx.workflow.runs.list({ ...repository, first: 20, after }).orThrow()
    expect(last.items.map(({ title }) => title)).toEqual(["Run 2", "Run 1", "Run 0"])
    expect(last.page_info).toEqual({ has_next_page: false, end_cursor: null })
    expect(sandbox.requests.map(({ query }) => query)).toEqual([
      { exclude_pull_requests: "true", per_page: "20", page: "1" },
      { exclude_pull_requests: "true", per_page: "20", page: "2" },
    ])
  })

  it("keeps its filters on every page", async () => {
    const pages = await collect(
      ghx.workflow.runs.list({ ...repository, event: "push", status: "FAILURE", first: 3 }).pages(),
    )
    expect(pages.map(({ items }) => items.map(({ run_number }) => run_number))).toEqual([
      [19, 13, 7],
      [1],
    ])
  })

  it("uses the path of one workflow if the input has its id or file name", async () => {
    const [ci] = (await ghx.workflow.list(repository).orThrow()).items
    const of = (workflow_id: number | string) =>
      ghx.workflow.runs.list({ ...repository, workflow_id, first: 1 }).orThrow()
    sandbox.clearRequests()
    const byFile = await of("ci.yml")
    expect(byFile).toMatchObject({ total_count: RUNS, items: [{ workflow_id: ci?.workflow_id }] })
    expect(await of(ci?.workflow_id ?? 0)).toEqual(byFile)
    expect(sandbox.requests.map(({ route }) => route)).toEqual(
      Array(2).fill("GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs"),
    )
    expect(await ghx.workflow.runs.list({ ...repository, workflow_id: "../runs" })).toMatchObject({
      error: { code: "NOT_FOUND" },
    })
  })

  it("of contributors has authors without an account only with `anonymous`", async () => {
    const author = { name: "Anon", email: "anon@example.org" }
    const file = { message: "Add x", content: "eA==", author }
    const client = createGhx({ base_url: sandbox.url, token: sandbox.token, operations: "write" })
    await client.request("PUT /repos/ada/engine/contents/x", file).orThrow()
    const names = async (input: { anonymous?: boolean }) => {
      const { items } = await ghx.repo.contributors.list({ ...repository, ...input }).orThrow()
      return items.map(({ login, name }) => login ?? name)
    }
    expect(await names({ anonymous: true })).toEqual(["ada", "Anon"])
    for (const input of [{}, { anonymous: false }]) expect(await names(input)).toEqual(["ada"])
  })

  it("without results has no items and no next page", async () => {
    expect(await ghx.workflow.runs.list({ ...repository, actor: "nobody" }).orThrow()).toEqual({
      items: [],
      total_count: 0,
      page_info: { has_next_page: false, end_cursor: null },
    })
  })

  it("runs in a chain with GraphQL steps", async () => {
    const { status, results } = await chain(
      ghx.workflow.list(repository),
      ghx.repo.view(repository),
      ghx.workflow.runs.list({ ...repository, first: 1 }),
    )
    expect(status).toBe("success")
    expect(results[0]).toMatchObject({ data: { items: [{ name: "CI", state: "ACTIVE" }] } })
  })
})

describe("a cursor that the list did not return", () => {
  it.each([
    ["base64 of JSON", "eyJwYWdlIjoyfQ=="],
    ["a GraphQL cursor", "Y3Vyc29yOjMw"],
    ["a URL", "https://evil.example/?page=2&per_page=30"],
    ["an additional parameter", btoa("page=2&per_page=30&status=success")],
  ])("is rejected without a request: %s", async (_, after) => {
    const { status, results } = await chain(
      ghx.workflow.runs.list({ ...repository, after }),
      ghx.repo.view(repository),
    )
    expect(status).toBe("failed")
    expect(results[0]).toMatchObject({
      error: {
        code: "VALIDATION",
        retryable: false,
        details: {
          issues: [{ pointer: "/after", message: expect.stringContaining("end_cursor") }],
          fix: expect.stringContaining("omit `after`"),
        },
      },
    })
    expect(sandbox.requests).toEqual([])
  })

  it("is rejected without a request if the page size has changed", async () => {
    const { page_info } = await ghx.workflow.runs.list({ ...repository, first: 5 }).orThrow()
    sandbox.clearRequests()
    const after = page_info.end_cursor ?? ""
    expect(await ghx.workflow.runs.list({ ...repository, first: 10, after })).toMatchObject({
      error: {
        code: "VALIDATION",
        message: expect.stringContaining("made with first: 5"),
        details: { fix: expect.stringContaining("Pass first: 5") },
      },
    })
    expect(sandbox.requests).toEqual([])
  })
})

describe("a search with more results than GitHub shows", () => {
  const query = "needle repo:ada/engine"

  it("yields the first 1000 items and then throws", async () => {
    const seen = new Set<string>()
    const reading = async () => {
      for await (const { path } of ghx.search.code({ query, first: 100 }).items()) seen.add(path)
    }
    const error: unknown = await reading().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(GhxError)
    expect(error).toMatchObject({ message: expect.stringContaining("first 1000 of 1010") })
    expect(seen.size).toBe(1000)
  })

  it("has a warning on its last page", async () => {
    const after = btoa("page=10&per_page=100")
    expect(await ghx.search.code({ query, first: 100, after })).toMatchObject({
      ok: true,
      data: { total_count: 1010, page_info: { has_next_page: true, end_cursor: null } },
      meta: {
        warnings: [{ code: "INCOMPLETE", message: expect.stringContaining("first 1000 of 1010") }],
      },
    })
  })

  it("returns GitHub's error for a page beyond the last", async () => {
    const after = btoa("page=11&per_page=100")
    expect(await ghx.search.code({ query, first: 100, after })).toMatchObject({
      error: { code: "VALIDATION", message: "Only the first 1000 search results are available" },
    })
  })
})

describe("a dispatched workflow", () => {
  it("is in the list of runs with the id that the dispatch returned", async () => {
    const fixture = await startSandbox()
    const own = createGhx({ base_url: fixture.url, token: fixture.token })
    const hello = { owner: "octocat", repo: "hello-world" }
    const { items } = await own.workflow.list(hello).orThrow()
    const deploy = items.find(({ name }) => name === "Deploy")?.workflow_id ?? 0
    const started = { ...hello, ref: "main", inputs: { environment: "staging" } }
    const answered = await own.workflow
      .dispatch({ ...started, workflow_id: deploy, return_run_details: true })
      .orThrow()
    const silent = await own.workflow.dispatch({ ...started, workflow_id: "deploy.yml" }).orThrow()
    expect(silent).toEqual({ run_id: null, url: null })
    const runs = await own.workflow.runs.list({ ...hello, event: "workflow_dispatch" }).orThrow()
    expect(runs.items).toHaveLength(2)
    expect(runs.items[1]).toMatchObject({ ...answered, workflow_id: deploy, status: "QUEUED" })
    const refused = { ...started, inputs: { environment: "staging", colour: "red" } }
    expect(await own.workflow.dispatch({ ...refused, workflow_id: deploy })).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("colour") },
    })
    expect(await own.workflow.dispatch({ ...started, workflow_id: "Deploy" })).toMatchObject({
      error: { message: expect.stringMatching(/^workflow\.dispatch found no workflow for /) },
    })
    await fixture.close()
  })
})
