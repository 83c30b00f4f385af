/** What cards of `test/plans/` do, carried out against the sandbox: what no card of the catalogue says yet. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { chain, createGhx as createCatalogue, type ListStep, type Step } from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { goldenCard, goldenProject } from "./golden.js"
import { smallWorld } from "./small-world.js"
import { createProjectFolder, writeFiles } from "./type-check.js"

const NAMES = ["shared-fragments", "require", "rest-bare-list", "rest-when"]

const folder = createProjectFolder("golden-runs")
writeFiles(folder, generate(goldenProject(NAMES)).files)
const { createGhx } = await import(/* @vite-ignore */ join(folder, "generated/index.ts"))

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ seed: smallWorld })
})
afterEach(() => sandbox.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a test reads of whatever comes back. */
interface Data {
  readonly items: readonly { readonly name: string }[]
}

type Ghx = ReturnType<typeof createCatalogue>
type Call = (input: object) => ListStep<string, { readonly name: string }> & Step<string, Data>

/** The catalogue, for what a test has to know beforehand. */
function ghxOf(): Ghx {
  return createCatalogue({ base_url: sandbox.url, token: sandbox.token })
}

/** The capability of a golden card. */
function capability(name: string): Call {
  const ghx: unknown = createGhx({ base_url: sandbox.url, token: sandbox.token, retry: false })
  const { id } = goldenCard(name)
  return id.split(".").reduce<unknown>((tree, part) => Object(tree)[part], ghx) as Call
}

const repository = { owner: "octocat", repo: "hello-world" }

describe("fragments that documents share", () => {
  const issue = { ...repository, issue_number: 1 }

  it("travel with the document that spreads them", async () => {
    expect(await capability("shared-fragments")(issue)).toMatchObject({
      ok: true,
      data: { number: 1, author: expect.any(String) },
    })
  })

  it("travel once with ten", async () => {
    const show = capability("shared-fragments")
    await show(issue)
    sandbox.clearRequests()
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
    await chain(...numbers.map((issue_number) => show({ ...repository, issue_number }))).run()
    const queries = sandbox.requests.map(({ body }) => String(Object(body).query))
    const [sent = "", ...others] = queries.filter((query) => query.includes("spread_issue"))
    expect(others).toEqual([])
    expect(count(sent, /^fragment spread_issue on /gm)).toBe(1)
    expect(count(sent, /^fragment spread_milestone on /gm)).toBe(1)
    expect(count(sent, /^fragment s\d_Person on /gm)).toBe(10)
    expect(count(sent, / \.\.\.spread_issue$/gm)).toBe(10)
  })
})

describe("inputs that go together", () => {
  const issue = { ...repository, issue_number: 1 }
  const pointersOf = async (input: object) => {
    const result = await capability("require")({ ...issue, ...input })
    return result.ok
      ? []
      : [result.error.code, ...(result.error.details?.issues ?? []).map(({ pointer }) => pointer)]
  }

  it.each([
    [{ state: "open" }, ["/title", "/body", "/milestone"]],
    [{ state: "open", title: "A", body: "B" }, ["/title", "/body"]],
    [{ title: "A" }, ["/state", "/labels"]],
    [{ title: "A", labels: [], state_reason: "completed" }, ["/state"]],
    [{ title: "A", state: undefined, labels: undefined }, ["/state", "/labels"]],
  ])("%j is refused, and nothing is sent", async (input, pointers) => {
    expect(await pointersOf(input)).toEqual(["VALIDATION", ...pointers])
    expect(sandbox.requests).toEqual([])
  })

  it("are sent where all rules are kept", async () => {
    expect(await pointersOf({ title: "Renamed", labels: ["bug"] })).toEqual([])
    expect(sandbox.requests.at(-1)?.body).toEqual({ title: "Renamed", labels: ["bug"] })
  })
})

describe("a list that GitHub does not count", () => {
  it("comes page after page, to its end", async () => {
    const list = capability("rest-bare-list")
    const whole = await list({ ...repository, first: 100 })
    const names = whole.ok ? whole.data.items.map(({ name }) => name) : []
    expect(names.length).toBeGreaterThan(3)
    expect(whole).toMatchObject({
      data: { total_count: null, page_info: { has_next_page: false, end_cursor: null } },
      meta: { pagination: { has_next_page: false } },
    })
    sandbox.clearRequests()
    const found: unknown[] = []
    for await (const { name } of list({ ...repository, first: 2 }).items()) found.push(name)
    expect(found).toEqual(names)
    expect(sandbox.requests).toHaveLength(Math.ceil(names.length / 2))
  })
})

describe("a request that is made where it is wanted", () => {
  const engine = { owner: "ada", repo: "engine" }
  const failed = (name: string) => ({ name, conclusion: "FAILURE" as const })
  const runs = [
    { jobs: [{ name: "lint" }, failed("unit"), failed("e2e")] },
    { jobs: [{ name: "lint" }] },
  ]
  const seed: Seed = {
    users: [{ login: "ada" }],
    repositories: [
      {
        owner: "ada",
        name: "engine",
        workflows: [{ name: "CI", path: ".github/workflows/ci.yml", runs }],
      },
    ],
  }

  it("is left out elsewhere, and what is not found is kept beside what it belongs to", async () => {
    await sandbox.close()
    sandbox = await startSandbox({ seed })
    const { items } = await ghxOf().workflow.runs.list(engine).orThrow()
    const [succeeded, failing] = items.map(({ run_id }) => run_id)
    const show = capability("rest-when")
    sandbox.clearRequests()
    expect(await show({ ...engine, run_id: succeeded })).toMatchObject({
      data: { conclusion: "success", jobs: [] },
    })
    expect(sandbox.requests).toHaveLength(1)

    sandbox.misbehave({ times: 1, skip: 1, match: { path: /\/logs$/ }, status: 404 })
    const result = await show({ ...engine, run_id: failing, lines: 2 })
    expect(result).toMatchObject({
      data: {
        conclusion: "failure",
        jobs: [
          { name: "unit", log: expect.any(String) },
          { name: "e2e", log: null },
        ],
      },
    })
  })
})

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
