/** Runs cards of `test/plans/` on the sandbox: features that no card of the catalog uses yet. */
import { rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Octokit } from "@octokit/core"
import {
  type ClientOptions,
  chain,
  createGhx as createCatalogue,
  type ListStep,
  type Step,
} from "ghx"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { goldenCard, goldenProject } from "./golden.js"
import { smallFixture } from "./small-fixture.js"
import { createProjectFolder, writeFiles } from "./type-check.js"

const NAMES = [
  "shared-fragments",
  "require",
  "rest-bare-list",
  "rest-when",
  "rest-bytes",
  "rest-among",
  "among",
  "rest-map",
  "union",
  "union-field",
]

const folder = createProjectFolder("golden-runs")
writeFiles(folder, generate(goldenProject(NAMES)).files)
const { createGhx } = await import(/* @vite-ignore */ join(folder, "generated/index.ts"))

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ seed: smallFixture })
})
afterEach(() => sandbox.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The parts of a result that tests read. */
interface Data {
  readonly items: readonly { readonly name: string }[]
  readonly content: unknown
}

type Ghx = ReturnType<typeof createCatalogue>
type Call = (input: object) => ListStep<string, { readonly name: string }> & Step<string, Data>

/** The catalog's capabilities, for creating test data. */
function ghxOf(): Ghx {
  return createCatalogue({ base_url: sandbox.url, token: sandbox.token })
}

/** The capability of a golden card. */
function capability(name: string, options: ClientOptions = {}): Call {
  const { url: base_url, token } = sandbox
  const ghx: unknown = createGhx({ base_url, token, retry: false, ...options })
  const { id } = goldenCard(name)
  return id.split(".").reduce<unknown>((tree, part) => Object(tree)[part], ghx) as Call
}

const repository = { owner: "octocat", repo: "hello-world" }

describe("fragments that documents share", () => {
  const issue = { ...repository, issue_number: 1 }

  it("are sent with the document that spreads them", async () => {
    expect(await capability("shared-fragments")(issue)).toMatchObject({
      ok: true,
      data: { number: 1, author: expect.any(String) },
    })
  })

  it("are sent once for ten merged documents", async () => {
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

describe("inputs with rules between them", () => {
  const issue = { ...repository, issue_number: 1 }
  const pointersOf = async (input: object) => {
    const result = await capability("require")({ ...issue, ...input })
    return result.ok
      ? []
      : [result.error.code, ...(result.error.details?.issues ?? []).map(({ pointer }) => pointer)]
  }

  it.each([
    [{ state: "open" }, [""]],
    [{ state: "open", title: "A", body: "B" }, ["/title", "/body"]],
    [{ title: "A" }, [""]],
    [{ title: "A", labels: [], state_reason: "completed" }, ["/state"]],
    [{ title: "A", state: undefined, labels: undefined }, [""]],
  ])("return VALIDATION and send nothing: %j", async (input, pointers) => {
    expect(await pointersOf(input)).toEqual(["VALIDATION", ...pointers])
    expect(sandbox.requests).toEqual([])
  })

  it("are sent if all rules hold", async () => {
    expect(await pointersOf({ title: "Renamed", labels: ["bug"] })).toEqual([])
    expect(sandbox.requests.at(-1)?.body).toEqual({ title: "Renamed", labels: ["bug"] })
  })
})

describe("a REST list without a total count", () => {
  it("returns every item, page by page", async () => {
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

describe("a conditional REST request", () => {
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

  it("is omitted if its condition is false, and its 404 becomes null", async () => {
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

    sandbox.injectFault({ times: 1, skip: 1, match: { path: /\/logs$/ }, status: 404 })
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

/** Older ones do not know how to leave a body to the caller. */
function readingOctokit() {
  const octokit = new Octokit()
  octokit.hook.before("request", ({ request }) => {
    Reflect.deleteProperty(Object(request), "parseSuccessResponseBody")
  })
  return octokit
}

describe("binary data", () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
  const input = { owner: "ada", repo: "engine", artifact_id: 1, archive_format: "zip" }
  let server: Server
  let base_url: string
  let stored: Readonly<Record<string, string>>
  // A response without a header that the sandbox always sends, and with more bytes than its artifacts have.
  beforeEach(async () => {
    stored = { "content-type": "application/zip" }
    server = createServer(({ url = "" }, response) => {
      if (url.startsWith("/repos/")) response.writeHead(302, { location: "/stored?a=1" }).end()
      else response.writeHead(200, stored).end(bytes)
    })
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ["the client's Octokit", {}],
    ["the caller's Octokit", { octokit: new Octokit() }],
    ["an Octokit that reads bodies itself", { octokit: readingOctokit() }],
  ])("is returned as bytes, and as Base64 if the card says so, through %s", async (_, options) => {
    const download = capability("rest-bytes", { base_url, ...options })
    const result = await download(input)
    const encoded = Buffer.from(bytes).toString("base64")
    expect(result).toMatchObject({ ok: true, data: { size: bytes.length, encoded } })
    const content = result.ok ? result.data.content : undefined
    expect(content).toBeInstanceOf(Uint8Array)
    expect(content).toEqual(bytes)
  })

  it("returns SERVER if it exceeds max_response_bytes", async () => {
    const download = capability("rest-bytes", { base_url, max_response_bytes: bytes.length - 1 })
    expect(await download(input)).toMatchObject({
      error: {
        code: "SERVER",
        message: expect.stringContaining(`exceeds ${bytes.length - 1} bytes`),
      },
    })
    const whole = capability("rest-bytes", { base_url, max_response_bytes: bytes.length })
    expect(await whole(input)).toMatchObject({ ok: true })
  })

  it("returns SERVER if GitHub responds with JSON", async () => {
    stored = { "content-type": "application/json", "x-github-media-type": "github.v3; format=json" }
    expect(await capability("rest-bytes", { base_url })(input)).toMatchObject({
      error: { code: "SERVER", message: expect.stringContaining("not binary data") },
    })
  })
})

describe("a REST lookup in a list", () => {
  const engine = { owner: "ada", repo: "engine" }
  const labels = Array.from({ length: 300 }, (_, index) => ({
    name: `label ${index}`,
    color: "ededed",
    description: index === 7 || index === 250 ? "twice" : `number ${index}`,
  }))
  beforeEach(async () => {
    await sandbox.close()
    const seed = {
      users: [{ login: "ada" }],
      repositories: [{ owner: "ada", name: "engine", labels }],
    }
    sandbox = await startSandbox({ seed })
  })

  it("finds the item on any page", async () => {
    const rename = capability("rest-among")
    const result = await rename({ ...engine, text: "number 299", new_name: "last" })
    expect(result).toMatchObject({ ok: true, data: { name: "last" } })
    expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "PATCH"])
  })

  it.each([
    [
      "number 300",
      "NOT_FOUND",
      'Found no label for owner "ada", repo "engine", text "number 300".',
    ],
    [
      "twice",
      "VALIDATION",
      'Found more than one label for owner "ada", repo "engine", text "twice": "label 7", "label 250".',
    ],
  ])(
    "returns an error before anything is changed if the text is %s",
    async (text, code, message) => {
      const result = await capability("rest-among")({ ...engine, text, new_name: "other" })
      expect(result).toMatchObject({ error: { code, message, details: { outcome: "not_sent" } } })
      expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET", "GET"])
    },
  )
})

describe("release.publish", () => {
  const engine = { owner: "ada", repo: "engine" }
  // The newest come first, so that the draft of the first tag is on the last page.
  const releases = Array.from({ length: 300 }, (_, index) => ({
    tag: `v${index}`,
    draft: index % 100 === 0,
  }))
  beforeEach(async () => {
    await sandbox.close()
    const files = { "README.md": "An engine." }
    const repositories = [{ owner: "ada", name: "engine", files, releases }]
    sandbox = await startSandbox({ seed: { users: [{ login: "ada" }], repositories } })
  })
  const methods = () => sandbox.requests.map(({ method }) => method)

  it("finds a draft by its tag among 300 releases", async () => {
    const asked = await ghxOf().release.view({ ...engine, tag_name: "v0" })
    expect(asked).toMatchObject({ ok: true, data: { tag_name: "v0", draft: true } })
    const result = await ghxOf().release.publish({ ...engine, tag_name: "v0" })
    expect(result).toMatchObject({ ok: true, data: { tag_name: "v0", draft: false } })
    // The tag, then all three pages of releases; and the pages again.
    expect(methods()).toEqual([...Array(7).fill("GET"), "PATCH"])
    const published = await ghxOf().release.view({ ...engine, tag_name: "v0" })
    expect(published).toMatchObject({ ok: true, data: { tag_name: "v0" } })
  })

  it("succeeds if the release is published already", async () => {
    const publish = () =>
      ghxOf()
        .release.publish({ ...engine, tag_name: "v0" })
        .orThrow()
    const { published_at } = await publish()
    expect(await publish()).toMatchObject({ draft: false, published_at })
  })

  it("says what to do about two drafts of a tag", async () => {
    const draft = { ...engine, tag_name: "v300", draft: true }
    for (const name of ["one", "two"])
      await ghxOf()
        .release.create({ ...draft, name })
        .orThrow()
    expect(await ghxOf().release.publish({ ...engine, tag_name: "v300" })).toMatchObject({
      error: {
        message: expect.stringMatching(/^Found more than one release .*: 302, 301\.$/),
        details: { fix: expect.stringContaining("by id, with `ghx api`") },
      },
    })
  })
})

describe("a GraphQL lookup in a connection", () => {
  const engine = { owner: "ada", repo: "engine" }
  const labels = Array.from({ length: 300 }, (_, index) => ({
    name: `label ${index}`,
    color: "ededed",
    description: index === 7 || index === 250 ? "twice" : `number ${index}`,
  }))
  const milestones = Array.from({ length: 60 }, (_, index) => ({ title: `part ${index}` }))
  const input = { ...engine, issue_number: 1, text: "number 299" }
  beforeEach(async () => {
    await sandbox.close()
    const issues = ["Engine stalls", "Engine smokes"].map((title) => ({ title, author: "ada" }))
    const seed = {
      users: [{ login: "ada" }],
      repositories: [{ owner: "ada", name: "engine", labels, milestones, issues }],
    }
    sandbox = await startSandbox({ seed })
  })
  const asked = () => sandbox.requests.map(({ body }) => JSON.stringify(body)).join()

  it("finds the item on any page", async () => {
    expect(await capability("among")(input)).toMatchObject({ ok: true, data: { number: 1 } })
    const { labels } = await ghxOf()
      .issue.view({ ...engine, issue_number: 1 })
      .orThrow()
    expect(labels).toEqual(["label 299"])
  })

  it("is sent only if its inputs are present", async () => {
    await capability("among")(input)
    expect(asked()).not.toContain("milestones")
    await capability("among")({ ...input, milestone: "part 55" })
    const { milestone } = await ghxOf()
      .issue.view({ ...engine, issue_number: 1 })
      .orThrow()
    expect(milestone).toMatchObject({ title: "part 55" })
  })

  it.each([
    [
      { text: "number 300" },
      "NOT_FOUND",
      'Found no label for owner "ada", repo "engine", text "number 300".',
    ],
    [
      { text: "twice" },
      "VALIDATION",
      /^Found more than one label for owner "ada", repo "engine", text "twice": "[^"]+", "[^"]+"\.$/,
    ],
    [
      { milestone: "part 60" },
      "NOT_FOUND",
      'Found no milestone for owner "ada", repo "engine", milestone "part 60".',
    ],
  ])("returns an error before anything is changed for %o", async (other, code, message) => {
    const result = await capability("among")({ ...input, ...other })
    expect(result).toMatchObject({
      error: {
        code,
        message: expect.stringMatching(message),
        details: { outcome: "not_sent" },
      },
    })
    expect(asked()).not.toContain("updateIssue")
  })

  it("returns one NOT_FOUND for a missing repository", async () => {
    const result = await capability("among")({ ...input, repo: "hammer", milestone: "part 1" })
    expect(result).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message: "Could not resolve to a Repository with the name 'ada/hammer'.",
      },
    })
  })

  it("shares documents between the steps of a chain, page by page", async () => {
    const mark = capability("among")
    const { results } = await chain(
      mark({ ...input, milestone: "part 3" }),
      mark({ ...input, issue_number: 2, text: "number 5" }),
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    // Three pages of labels and two of milestones, and the two writes.
    expect(sandbox.requests).toHaveLength(4)
  })

  it("is cached by a client with a cache until something is written", async () => {
    const { url: base_url, token } = sandbox
    const ghx = createGhx({ base_url, token, cache: true })
    const counts: number[] = []
    for (const issue_number of [404, 404, 1, 404]) {
      await ghx.label.found({ ...input, issue_number })
      counts.push(sandbox.requests.length)
    }
    // Three pages, none, none, and three: for a missing issue the call asks whether the number is a pull request.
    expect(counts).toEqual([4, 6, 8, 12])
  })
})

describe("a union of types", () => {
  const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }

  it("returns the type of each item, and a list omits other types", async () => {
    await ghxOf().issue.labels.add({ ...input, labels: ["question"] })
    await ghxOf().issue.comments.create({ ...input, body: "No event of the list." })
    await ghxOf().issue.comments.create({ ...input, issue_number: 2, body: "See #1." })
    const { items } = await capability("union")(input).orThrow()
    const unknown: readonly unknown[] = items
    expect(unknown).toContainEqual({
      type: "LabeledEvent",
      id: expect.any(String),
      label: "question",
    })
    expect(unknown).toContainEqual(expect.objectContaining({ type: "CrossReferencedEvent" }))
    const types = new Set(items.map((one) => Object(one).type))
    expect(types).toEqual(new Set(["LabeledEvent", "CrossReferencedEvent"]))
  })

  it("is null in a field without a value, and has its type otherwise", async () => {
    const read = async (other: object = {}): Promise<object> =>
      await capability("union-field")({ ...input, ...other }).orThrow()
    const alone = { owner: "octocat", repo: "hello-world", title: "Nobody speaks of this" }
    const { number } = await ghxOf().issue.create(alone).orThrow()
    expect(await read({ issue_number: number })).toMatchObject({ by: null, all: [] })
    // An input of a pull request, which the list does not accept.
    expect(await read()).toMatchObject({ by: { type: "PullRequest", is_draft: false }, all: [] })
    await ghxOf().issue.comments.create({ ...input, issue_number: 2, body: "See #1." })
    expect(await read()).toMatchObject({
      by: { type: "PullRequest" },
      all: [{ type: "Issue", author: "hubot" }],
    })
  })

  it("returns the timeline of an issue in order", async () => {
    const ghx = ghxOf()
    const { number: issue_number } = await ghx.issue
      .create({ owner: "octocat", repo: "hello-world", title: "Nothing greets" })
      .orThrow()
    const issue = { ...input, issue_number }
    await ghx.issue.labels.add({ ...issue, labels: ["bug"] }).orThrow()
    await ghx.issue.update({ ...issue, title: "Nobody greets" }).orThrow()
    await ghx.issue.comments.create({ ...issue, body: "Hello?" }).orThrow()
    await ghx.issue.labels.remove({ ...issue, labels: ["bug"] }).orThrow()
    await ghx.issue.close({ ...issue, state_reason: "NOT_PLANNED" }).orThrow()
    await ghx.issue.reopen(issue).orThrow()
    const { items, total_count } = await ghx.issue.timeline.list(issue).orThrow()
    expect(items).toMatchObject([
      { type: "LabeledEvent", label: "bug", actor: "octocat" },
      {
        type: "RenamedTitleEvent",
        previous_title: "Nothing greets",
        current_title: "Nobody greets",
      },
      { type: "IssueComment", author: "octocat", body: "Hello?" },
      { type: "UnlabeledEvent", label: "bug" },
      { type: "ClosedEvent", state_reason: "NOT_PLANNED" },
      { type: "ReopenedEvent" },
    ])
    expect(total_count).toBe(6)
    const first = await ghx.issue.timeline.list({ ...issue, first: 2 }).orThrow()
    const after = first.page_info.end_cursor ?? ""
    const second = await ghx.issue.timeline.list({ ...issue, first: 2, after }).orThrow()
    expect(second.items.map(({ type }) => type)).toEqual(["IssueComment", "UnlabeledEvent"])
  })
})

describe("a map built from a list", () => {
  const file = (name: string) => ({ name, content: `of ${name}` })

  it("is sent as an object, and an object in the response becomes a list", async () => {
    await sandbox.close()
    sandbox = await startSandbox({ seed: smallFixture, synthesize: true })
    const result = await capability("rest-map")({ files: [file("a"), file("b")] })
    expect(sandbox.requests.at(-1)?.body).toEqual({
      public: false,
      files: { a: { content: "of a" }, b: { content: "of b" } },
    })
    expect(result).toMatchObject({ ok: true, data: { files: expect.any(Array) } })
  })

  it("returns VALIDATION for a duplicate name, and nothing is sent", async () => {
    const result = await capability("rest-map")({ files: [file("a"), file("a")] })
    const message = expect.stringContaining('"a" occurs twice')
    expect(result).toMatchObject({
      error: { code: "VALIDATION", message, details: { outcome: "not_sent" } },
    })
    expect(sandbox.requests).toEqual([])
  })
})

it("a branch protection that is read and set again keeps who can push", async () => {
  const { protection } = ghxOf().repo.branch
  const branch = "main"
  const restrictions = {
    ...{ users: [{ login: "ada" }], teams: [{ slug: "core" }], apps: [{ slug: "bot" }] },
  }
  const reviews = { required_approving_review_count: 1, require_last_push_approval: true }
  const body = { restrictions, required_pull_request_reviews: reviews }
  sandbox.injectFault({ times: 3, match: { path: /protection$/ }, status: 200, body })
  const { required_checks, ...seen } = await protection.view({ ...repository, branch }).orThrow()
  const { push_logins, push_teams, push_apps, ...flags } = seen
  const pushers = { push_logins: push_logins ?? [], push_teams: push_teams ?? [] }
  const again = { ...flags, ...pushers, push_apps: push_apps ?? [], strict: undefined }
  await protection.set({ ...repository, branch, ...again, required_approvals: 2 }).orThrow()
  expect(sandbox.requests.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    restrictions: { users: ["ada"], teams: ["core"], apps: ["bot"] },
    required_pull_request_reviews: { require_last_push_approval: true },
  })
})

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
