/** Tests documents of other authors without changes: each is answered, or refused with a helpful reason. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createGhx, type Ghx, GhxError, type ResultEnvelope } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { compiler } from "../../surfaces/ad-hoc/index.js"

const folder = join(import.meta.dirname, "../documents")
const documents = ["", "lists"].flatMap((within) =>
  readdirSync(join(folder, within))
    .filter((name) => name.endsWith(".graphql"))
    .map((name) => [join(within, name), readFileSync(join(folder, within, name), "utf8")] as const),
)

let sandbox: Sandbox
let ghx: Ghx
beforeAll(async () => {
  sandbox = await startSandbox({ synthesize: true })
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, operations: "write" })
})
afterAll(() => sandbox.close())

const known: Readonly<Record<string, unknown>> = {
  owner: "octocat",
  login: "octocat",
  repo: "hello-world",
  name: "hello-world",
  repository: "hello-world",
  repoName: "hello-world",
}

/** A value for each required variable. */
function variablesOf({ properties = {}, required = [] }: JsonSchema): object {
  return Object.fromEntries(
    required.map((name) => [
      name,
      Object.hasOwn(known, name) ? known[name] : valueFor(properties[name] ?? {}),
    ]),
  )
}

function valueFor({
  type,
  enum: values,
  properties = {},
  required = [],
  items,
}: JsonSchema): unknown {
  if (values) return values[0]
  const [kind] = [type ?? "string"].flat()
  if (kind === "object")
    return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]))
  if (kind === "array") return items ? [valueFor(items)] : []
  if (kind === "integer" || kind === "number") return 1
  return kind === "boolean" ? true : "x"
}

describe("the GraphQL documents in test/documents", () => {
  it.each(documents)("%s runs, or is rejected with its line and column", async (_, text) => {
    const { refused, input } = await compiler.document(text)
    if (refused) {
      expect(refused.message).toMatch(/: \d+:\d+ \S/)
      return
    }
    await expect(ghx.document(text).cost()).resolves.toMatchObject({ points: expect.any(Number) })
    const result: ResultEnvelope<unknown> = await ghx.document(text)(variablesOf(input))
    // Missing objects and refusals by GitHub are answers. The sandbox cannot synthesize edges of searches.
    const isSynthesized = result.ok || !/is not a possible type for/.test(result.error.message)
    const outcome = result.ok ? "ok" : isSynthesized ? result.error.code : "ADAPTER_UNSUPPORTED"
    expect(["ok", "NOT_FOUND", "VALIDATION", "AUTH", "ADAPTER_UNSUPPORTED"]).toContain(outcome)
    if (!result.ok) expect(result.error.message).not.toMatch(/^Invalid input/)
  })

  it("compile in more than 90% of cases", async () => {
    const all = await Promise.all(documents.map(([, text]) => compiler.document(text)))
    const taken = all.filter(({ refused }) => !refused)
    expect(taken.length / all.length).toBeGreaterThan(0.9)
  })
})

describe("ghx.document", () => {
  const at = { owner: "octocat", repo: "big" }
  const list = (page: string, variables = "") =>
    `query($owner: String!, $repo: String!${variables}) { repository(owner: $owner, name: $repo) { issues${page} { nodes { number } } } }`

  it.each([
    ["no `first`", "", ""],
    ["a literal `first`", "(first: 60)", ""],
    [
      "variables for `first` and `after`",
      "(first: $size, after: $from)",
      ", $size: Int!, $from: String",
    ],
    ["a default for `first`", "(first: $n)", ", $n: Int = 50"],
    ["`last`", "(last: 70)", ""],
  ])("with %s fetches every page of its list", async (_, page, variables) => {
    const numbers = new Set<unknown>()
    for await (const issue of ghx.document(list(page, variables))(at).items()) {
      numbers.add(Object(issue).number)
    }
    expect(numbers.size).toBe(250)
  })

  it.each([
    ["an alias for nodes", "issues(first: 100) { all: nodes { number } }", ""],
    ["edges", "issues(first: 100) { edges { node { number } } }", ""],
    [
      "a page size shared with another list",
      "issues(first: $n) { nodes { number labels(first: $n) { nodes { name } } } }",
      ", $n: Int = 90",
    ],
    [
      "an unrelated variable named first",
      "issues(first: 100) @include(if: $first) { nodes { number } }",
      ", $first: Boolean = true",
    ],
  ])("with a list that has %s fetches every page", async (_, issues, variables) => {
    const text = `query($owner: String!, $repo: String!${variables}) { repository(owner: $owner, name: $repo) { ${issues} } }`
    const numbers = new Set<unknown>()
    for await (const item of ghx.document(text)(at).items()) {
      numbers.add(Object(item).number ?? Object(item).node.number)
    }
    expect(numbers.size).toBe(250)
  })

  it.each([
    'repository(owner: "octocat", name: "hello-world") { milestone(number: 99) { issues(first: 5) { nodes { number } } } }',
    'node(id: "I_kgDOAAAAAQ") { ... on PullRequest { files(first: 5) { nodes { path } } } }',
  ])("of a missing object has no items, and says so: %s", async (field) => {
    const read = ghx.document(`{ ${field} }`)()
    await expect(read.items().next()).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringMatching(/(?:milestone\.issues|node\.files) is not there/),
    })
    const { data } = await ghx.document(`{ ${field} }`)()
    expect(JSON.stringify(data)).not.toContain("files")
  })

  it.each([
    ["{ viewer { login } }", "it selects no list"],
    [
      "{ viewer { repositories(first: 2) { nodes { id } } followers(first: 2) { nodes { id } } } }",
      "it has several lists: viewer.repositories, viewer.followers",
    ],
    [
      'mutation { addStar(input: { starrableId: "x" }) { starrable { stargazers(first: 1) { nodes { id } } } } }',
      "a mutation cannot be paginated",
    ],
  ])("of %s rejects items() with the reason", async (text, why) => {
    const read = ghx.document(text)().items().next()
    await expect(read).rejects.toThrow(why)
  })

  it("accepts `first` and `after` as inputs", async () => {
    const issues = ghx.document(list("(first: 3)"))
    const first = await issues({ ...at, first: 2 })
    expect(first).toMatchObject({ data: { repository: { issues: { nodes: { length: 2 } } } } })
    const after = first.meta.pagination?.end_cursor
    const second = await issues({ ...at, after })
    expect(second).toMatchObject({ data: { repository: { issues: { nodes: { length: 3 } } } } })
  })

  describe("sends the variables that the document declares", () => {
    const both = list(
      "(first: $first, last: $last, before: $before, after: $after)",
      ", $first: Int, $last: Int, $before: String, $after: String",
    )
    const numbersOf = (result: ResultEnvelope<unknown>) =>
      Object(result.ok && result.data).repository?.issues.nodes.map(
        (one: { number: number }) => one.number,
      ) ?? Object(result)
    const highest = async (step: { pages(): AsyncIterable<unknown> }) => {
      const all = new Set<unknown>()
      for await (const page of step.pages()) {
        for (const one of Object(page).repository.issues.nodes) all.add(one.number)
      }
      return all.size
    }

    it("`last` and `before`, and `.items()` pages backwards then", async () => {
      const last = await ghx.document(both)({ ...at, last: 2 })
      expect(numbersOf(last)).toEqual([249, 250])
      const before = last.meta.pagination?.end_cursor
      expect(numbersOf(await ghx.document(both)({ ...at, last: 2, before }))).toEqual([247, 248])
      expect(await highest(ghx.document(both)({ ...at, last: 60 }))).toBe(250)
      expect(numbersOf(await ghx.document(both)({ ...at, first: 2, last: null }))).toEqual([1, 2])
      expect(await highest(ghx.document(both)(at))).toBe(250)
    })

    it("`after` beside `last`", async () => {
      const text = list("(last: $last, after: $after)", ", $last: Int!, $after: String")
      const first = await ghx.document(list("(first: 100)"))(at)
      const after = first.meta.pagination?.end_cursor
      expect(numbersOf(await ghx.document(text)({ ...at, last: 2, after }))).toEqual([249, 250])
      const none = await ghx.document(text)({ ...at, last: 1, after: "x" })
      expect(none).toMatchObject({ error: { message: expect.stringContaining("cursor") } })
    })

    it("a literal cursor, and a default one", async () => {
      const first = await ghx.document(list("(first: 3)"))(at)
      const cursor = first.meta.pagination?.end_cursor
      const literal = ghx.document(list(`(first: 2, after: "${cursor}")`))
      expect(numbersOf(await literal(at))).toEqual([4, 5])
      const text = list("(first: 2, after: $from)", `, $from: String = "${cursor}"`)
      expect(numbersOf(await ghx.document(text)(at))).toEqual([4, 5])
    })

    it("a page size with a default beside `last`", async () => {
      const text = list("(first: $first, last: $last)", ", $first: Int = 2, $last: Int")
      expect(numbersOf(await ghx.document(text)(at))).toEqual([1, 2])
      const backwards = await ghx.document(text)({ ...at, first: null, last: 1 })
      expect(numbersOf(backwards)).toEqual([250])
    })
  })

  it.each([
    ["nothing", "nodes { number }", { nodes: [{ number: 1 }] }],
    [
      "an alias",
      "nodes { number } p: pageInfo { more: hasNextPage }",
      { nodes: [{ number: 1 }], p: { more: true } },
    ],
    [
      "one field",
      "nodes { number } pageInfo { hasNextPage }",
      { nodes: [{ number: 1 }], page_info: { has_next_page: true } },
    ],
    [
      "a condition",
      "nodes { number } pageInfo @include(if: false) { hasNextPage }",
      { nodes: [{ number: 1 }] },
    ],
    [
      "another field under its name",
      "nodes { number } pageInfo: totalCount",
      { nodes: [{ number: 1 }], page_info: 250 },
    ],
  ])("returns only what was selected if pageInfo has %s", async (_, selection, issues) => {
    const text = `{ repository(owner: "octocat", name: "big") { issues(first: 1) { ${selection} } } }`
    const result = await ghx.document(text)()
    expect(result).toMatchObject({ meta: { pagination: { has_next_page: true } } })
    expect(result).toHaveProperty("data", { repository: { issues } })
    const all: unknown[] = []
    for await (const item of ghx.document(text)().items({ limit: 3 })) all.push(item)
    expect(all).toHaveLength(3)
  })

  it("accepts pages of 0 to 100", async () => {
    const count = (page: string) =>
      ghx.document(
        `{ repository(owner: "octocat", name: "big") { issues(first: ${page}) { totalCount } } }`,
      )()
    expect(await count("0")).toMatchObject({
      data: { repository: { issues: { total_count: 250 } } },
    })
    expect(await ghx.document(list("(first: 0)"))(at)).toMatchObject({
      data: { repository: { issues: { nodes: [] } } },
    })
    const before = sandbox.requests.length
    for (const page of ["101", "-1"]) {
      expect(await count(page)).toMatchObject({
        error: { code: "VALIDATION", message: expect.stringContaining("0 to 100") },
      })
    }
    const n = ghx.document(list("(first: $n)", ", $n: Int!"))
    expect(await n({ ...at, n: 101 })).toMatchObject({ error: { code: "VALIDATION" } })
    expect(sandbox.requests.length).toBe(before)
  })

  it("counts nodes with the variables of the call", async () => {
    const deep = ghx.document(
      `query($a: Int!, $b: Int!, $c: Int! = 100) { repository(owner: "octocat", name: "big") { issues(first: $a) { nodes { comments(first: $b) { nodes { reactions(first: $c) { nodes { content } } } } } } } }`,
    )
    expect(await deep({ a: 2, b: 2, c: 2 })).toMatchObject({ ok: true })
    expect(await deep({ a: 1, b: 100 })).toMatchObject({ ok: true })
    const before = sandbox.requests.length
    expect(await deep({ a: 100, b: 100 })).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringMatching(/1,010,100 nodes.*500,000/) },
    })
    expect(sandbox.requests.length).toBe(before)
    const literal = `{ repository(owner: "octocat", name: "big") { issues(first: 1) { nodes { comments(first: 100) { nodes { reactions(first: 100) { nodes { content } } } } } } } }`
    expect(await ghx.document(literal)()).toMatchObject({ ok: true })
  })

  it("reports all errors of a document with their positions", async () => {
    const wrong = ghx.document("query($a: Strin) {\n  viewer { logi nme }\n}")
    const error: unknown = await wrong.cost().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GhxError)
    expect(await wrong()).toMatchObject({
      error: {
        code: "VALIDATION",
        message: expect.stringMatching(
          /1:11 .*Strin.*2:12 .*logi.*did you mean `login`.*2:17 .*nme/,
        ),
      },
    })
  })

  it("keeps a page size that two lists share, and rejects a page size above 100", async () => {
    const lists = (size: number) =>
      ghx.document<{ repository: { issues: { nodes: unknown[] } } }>(
        `query($n: Int = ${size}) { repository(owner: "octocat", name: "big") { issues(first: $n) { nodes { number } } labels(first: $n) { nodes { name } } } }`,
      )()
    expect((await lists(50).orThrow()).repository.issues.nodes).toHaveLength(50)
    expect(await lists(150)).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("1:17 a page has 0 to 100") },
    })
  })

  it("accepts one alias for fields of different types in a union, but not in one type", async () => {
    const either = ghx.document(
      `query($n: Int!) { repository(owner: "octocat", name: "hello-world") { issueOrPullRequest(number: $n) { ... on Issue { state told: title } ... on PullRequest { state told: additions } } } }`,
    )
    expect(await either({ n: 1 })).toMatchObject({
      data: { repository: { issue_or_pull_request: { state: "OPEN", told: "Found a bug" } } },
    })
    expect(await either({ n: 7 })).toMatchObject({
      data: { repository: { issue_or_pull_request: { told: expect.any(Number) } } },
    })
    const differing = `{ viewer { a: login a: name } }`
    expect(await ghx.document(differing)()).toMatchObject({ error: { code: "VALIDATION" } })
  })

  it("rejects an invalid DateTime literal without a request", async () => {
    const since = (date: string) =>
      ghx.document(`{ viewer { contributionsCollection(from: "${date}") { startedAt } } }`)()
    expect(await since("2025-01-01T00:00:00Z")).toMatchObject({ ok: true })
    const before = sandbox.requests.length
    expect(await since("yesterday")).toMatchObject({
      error: { code: "VALIDATION", message: expect.stringContaining("1:42") },
    })
    expect(sandbox.requests.length).toBe(before)
  })

  it("rejects a document above GitHub's limit of 500,000 nodes", async () => {
    const deep = `{ viewer { repositories(first: 100) { nodes { issues(first: 100) { nodes { comments(first: 100) { nodes { id } } } } } } } }`
    expect(await ghx.document(deep)()).toMatchObject({
      error: { message: expect.stringContaining("500,000") },
    })
  })

  it("keeps aliases whose snake_case forms collide", async () => {
    const both = ghx.document("{ viewer { fooBar: login foo_bar: name } }")
    expect(await both()).toMatchObject({ data: { viewer: { fooBar: "octocat" } } })
  })
})
