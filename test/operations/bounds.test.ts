/** Attempts to leave the bounds of a client through requests and documents: none is sent. */
import { createClient, createExecutor, createGhx, dryRunClient, type GuardOptions } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { all } from "../some.js"

let sandbox: Sandbox
beforeAll(async () => {
  const repository = (owner: string) => ({
    owner,
    name: "docs",
    files: { "README.md": "# Docs\n" },
    labels: [{ name: "bug" }],
    issues: [{ number: 1, title: "Unclear", author: owner }],
  })
  sandbox = await startSandbox({
    seed: {
      viewer: "me",
      users: [{ login: "me" }, { login: "other" }],
      repositories: [repository("me"), { ...repository("other"), collaborators: { me: "ADMIN" } }],
    },
  })
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

interface Attempt {
  readonly task: string
  readonly input?: object
}

const mine = { owner: "me", repo: "docs" }
const others = { owner: "other", repo: "docs" }
const issue = "I_kgDOAAAAAQ"

/** Documents that change something without looking like it. */
const close = `closeIssue(input: { issueId: "${issue}" }) { issue { id } }`
const mutations: readonly string[] = [
  `mutation { ${close} }`,
  `mutation Read { ${close} }`,
  `mutation query { ${close} }`,
  `mutation @skip(if: false) { ${close} }`,
  `mutation($a: Boolean = true) { ${close} @include(if: $a) }`,
  `mutation { repository: ${close} }`,
  `mutation { a: ${close} b: ${close} }`,
  `mutation { ...F } fragment F on Mutation { ${close} }`,
  `fragment F on Mutation { ${close} } mutation { ...F }`,
  `fragment query on Mutation { ${close} } mutation { ...query }`,
  `mutation { ... on Mutation { ${close} } }`,
  `mutation { ... on Mutation { ... on Mutation { x: ${close} } } }`,
  `# query { viewer { login } }\nmutation { ${close} }`,
  `#{\nmutation { ${close} }\n#}`,
  `# "\nmutation { ${close} } # "`,
  `,,\n\tmutation,{,${close},}`,
  `\ufeffmutation { ${close} }`,
  `query A { viewer { login } } mutation B { ${close} }`,
  `mutation B { ${close} } query A { viewer { login } }`,
  `{ viewer { login } } mutation { ${close} }`,
  `query($a: String = "}") { viewer { login } } mutation { ${close} }`,
  `query($a: String = """ " } """) { viewer { login } } mutation { ${close} }`,
  `query($a: String = "\\"") { viewer { login } } mutation { ${close} }`,
  `query { ${close} }`,
  `query { mutation: viewer { login } ${close} }`,
  `query { ... on Mutation { ${close} } }`,
  `query { ...F } fragment F on Mutation { ${close} }`,
  `subscription { ${close} }`,
  `type Query { a: Int } mutation { ${close} }`,
  `schema { query: Mutation } query { ${close} }`,
]

const requests: readonly Attempt[] = [
  {
    task: "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    input: { ...mine, issue_number: 1, state: "closed" },
  },
  {
    task: "patch /repos/{owner}/{repo}/issues/{issue_number}",
    input: { ...mine, issue_number: 1, state: "closed" },
  },
  {
    task: " PATCH\t/repos/{owner}/{repo}/issues/{issue_number} ",
    input: { ...mine, issue_number: 1, state: "closed" },
  },
  { task: "PATCH repos/me/docs/issues/1", input: { state: "closed" } },
  { task: "Patch repos/me/docs/issues/1?state=closed" },
  { task: "POST /repos/me/docs/labels", input: { name: "x", color: "000000" } },
  { task: "PUT /repos/me/docs/issues/1/lock" },
  { task: "DELETE /repos/me/docs/labels/bug" },
  { task: "DELETE /repos/me/docs" },
  { task: "POST /repos/me/docs/issues", input: { title: "x" } },
  { task: "POST /graphql", input: { query: `mutation { ${close} }` } },
  { task: "POST graphql", input: { query: `mutation { ${close} }` } },
  { task: "GET /graphql?query=mutation" },
  { task: "GET /repos/me/docs/issues/1", input: { _method: "PATCH", state: "closed" } },
  { task: "GET /repos/me/docs/issues/1?_method=DELETE" },
  { task: "GET\nDELETE /repos/me/docs/labels/bug" },
  { task: "GET /repos/me/docs HTTP/1.1\r\nDELETE /repos/me/docs" },
  { task: "PROPFIND /repos/me/docs" },
  { task: "HEAD /repos/me/docs" },
]

const writes: readonly Attempt[] = [...mutations.map((task) => ({ task })), ...requests]

/** Ways to name another repository than the client's. */
const otherRepositories: readonly Attempt[] = [
  ...["GET", "DELETE", "PATCH"].map((method) => ({
    task: `${method} /repos/{owner}/{repo}`,
    input: others,
  })),
  { task: "GET /repos/other/docs" },
  { task: "GET repos/OTHER/Docs" },
  { task: "GET /repos/other/docs/issues/1" },
  { task: "GET /repos/me/docs/../../other/docs" },
  { task: "GET /repos/me/../other/docs" },
  { task: "GET /repos/./other/docs" },
  { task: "GET //repos/other/docs" },
  { task: "GET /repos//other/docs" },
  { task: "GET /repos/me/docs%2F..%2F..%2Fother%2Fdocs" },
  { task: "GET /repos/me/docs/%2e%2e/%2e%2e/other/docs" },
  { task: "GET /repos/me/docs/%252e%252e/%252e%252e/other/docs" },
  { task: "GET /repos/me/docs\\..\\..\\other\\docs" },
  { task: "GET /%72epos/other/docs" },
  { task: "GET /repos/other%2Fdocs/issues" },
  { task: "GET /repos/me%2f..%2fother/docs" },
  { task: "GET https://api.github.com/repos/other/docs" },
  { task: "GET /https://evil.test/repos/me/docs" },
  { task: "GET //evil.test/repos/me/docs" },
  { task: "GET /repos/me/docs#/../../other/docs" },
  { task: "GET /repos/{owner}/{repo}", input: { owner: "me/docs/../../other", repo: "docs" } },
  { task: "GET /repos/{owner}/{repo}", input: { owner: "..", repo: "other" } },
  { task: "GET /repos/{owner}/{repo}", input: { owner: "me", repo: "../../other/docs" } },
  {
    task: "GET /repos/{owner}/{repo}",
    input: { owner: "me", repo: "docs%2f..%2f..%2fother%2fdocs" },
  },
  { task: "GET /repos/{owner}/{repo}", input: { owner: ["other"], repo: "docs" } },
  { task: "GET /repos/me/docs", input: { owner: "other" } },
  { task: "GET /repos/me/docs?owner=other", input: others },
  {
    task: "GET /repos/{owner}/{repo}/contents/{path}",
    input: { ...mine, path: "../../../../repos/other/docs" },
  },
  {
    task: "GET /repos/{owner}/{repo}/contents/{path}",
    input: { ...mine, path: "a/../../../other/docs" },
  },
  { task: "GET /repos/{owner}/{repo}/contents/{path}", input: { ...mine, path: ".." } },
  { task: "GET /repos/{owner}/{repo}/contents/{path}", input: { ...mine, path: "a\\..\\.." } },
  {
    task: "GET /repos/{owner}/{repo}/git/ref/{ref}",
    input: { ...mine, ref: "../../../../other/docs" },
  },
  {
    task: "GET /repos/{owner}/{repo}/compare/{basehead}",
    input: { ...mine, basehead: "main...other:main" },
  },
  {
    task: "GET /repos/{owner}/{repo}/compare/{basehead}",
    input: { ...mine, basehead: "other:docs:main...main" },
  },
  { task: "GET /repos/{owner}/{repo}/commits", input: { ...mine, sha: "other:main" } },
  { task: "GET /repositories/2" },
  { task: "GET /repositories" },
  { task: "GET /user/repos" },
  { task: "GET /user" },
  { task: "GET /user/issues" },
  { task: "GET /issues" },
  { task: "GET /orgs/other/repos" },
  { task: "GET /users/other/repos" },
  { task: "GET /users/other/events" },
  { task: "GET /networks/other/docs/events" },
  { task: "GET /notifications" },
  { task: "GET /gists" },
  { task: "GET /events" },
  { task: "GET /search/issues", input: { q: "repo:other/docs" } },
  { task: "GET /search/code", input: { q: "x repo:me/docs repo:other/docs" } },
  { task: "GET /search/repositories", input: { q: "user:other" } },
  { task: "PUT /user/starred/other/docs" },
  { task: "PUT /user/subscriptions/other/docs" },
  { task: "POST /user/repos", input: { name: "x" } },
  { task: "POST /gists", input: { files: { a: { content: "x" } } } },
  { task: "PUT /orgs/other/teams/t/repos/me/docs" },
  { task: "POST /repos/other/docs/generate", input: { name: "x" } },
  { task: "POST /repos/me/docs/forks", input: { organization: "other" } },
  { task: "POST /repos/me/docs/forks" },
  { task: "POST /repos/{owner}/{repo}/forks", input: { ...mine, name: "copy" } },
  { task: "POST /repos/me/docs/security-advisories/GHSA-1/forks" },
  { task: "POST /repos/me/docs/codespaces" },
  { task: "POST /repos/me/docs/pulls/1/codespaces" },
  { task: "DELETE /repos/me/docs/issues/1/dependencies/blocked_by/2" },
  { task: "GET /repos/me/docs/code-scanning/codeql/variant-analyses/1/repos/other/docs" },
  { task: "POST /repos/me/docs/transfer", input: { new_owner: "other" } },
  { task: "POST /repos/me/docs/issues/1/sub_issues", input: { sub_issue_id: 2 } },
  { task: "DELETE /repos/me/docs/issues/1/sub_issue", input: { sub_issue_id: 2 } },
  { task: "POST /repos/me/docs/issues/1/dependencies/blocked_by", input: { issue_id: 2 } },
  { task: "POST /repos/me/docs/pulls", input: { title: "x", head: "other:main", base: "main" } },
  {
    task: "POST /repos/me/docs/pulls",
    input: { title: "x", head: "main", head_repo: "other/docs", base: "main" },
  },
  { task: "POST /repos/me/docs/merges", input: { base: "main", head: "other:main" } },
  { task: `query { node(id: "R_kgDOAAAAAg") { ... on Repository { name } } }` },
  { task: `query { nodes(ids: ["R_kgDOAAAAAg"]) { id } }` },
  { task: `query { repository(owner: "other", name: "docs") { id } }` },
  {
    task: `query { a: repository(owner: "me", name: "docs") { id } b: repository(owner: "other", name: "docs") { id } }`,
  },
  { task: `query($o: String = "other") { repository(owner: $o, name: "docs") { id } }` },
  {
    task: `query($o: String!) { repository(owner: $o, name: "docs") { id } }`,
    input: { o: "other" },
  },
  {
    task: `query { ...F } fragment F on Query { repository(owner: "other", name: "docs") { id } }`,
  },
  {
    task: `query { repository(owner: "me", name: "docs") { owner { repositories(first: 9) { nodes { name } } } } }`,
  },
  {
    task: `query { repository(owner: "me", name: "docs") { forks(first: 9) { nodes { name } } } }`,
  },
  { task: `query { resource(url: "https://github.com/other/docs") { url } }` },
  { task: `query { search(query: "repo:other/docs", type: ISSUE, first: 9) { issueCount } }` },
  { task: `query { viewer { repositories(first: 9) { nodes { name } } } }` },
  { task: `query { user(login: "other") { repositories(first: 9) { nodes { name } } } }` },
  { task: `query { repositoryOwner(login: "other") { repository(name: "docs") { id } } }` },
  { task: `query { topic(name: "a") { repositories(first: 9) { nodes { name } } } }` },
  ...mutations.map((task) => ({ task: task.replaceAll(issue, "I_kgDOAAAAAg") })),
]

/** Writes that a client forbids through the capability with the same effect. */
const sameAsCapabilities: readonly Attempt[] = [
  { task: `mutation { ${close} }` },
  { task: `mutation { x: ${close} }` },
  { task: "PATCH /repos/me/docs/issues/1", input: { state: "closed" } },
  { task: "POST /repos/me/docs/issues/1/comments", input: { body: "x" } },
  { task: "DELETE /repos/me/docs/labels/bug" },
  { task: "GET /repos/me/docs/issues/1" },
  { task: `query { repository(owner: "me", name: "docs") { issue(number: 1) { title } } }` },
]

const destroying: readonly Attempt[] = [
  { task: "DELETE /repos/me/docs/labels/bug" },
  { task: "DELETE /repos/{owner}/{repo}", input: mine },
  { task: "delete repos/me/docs" },
  { task: `mutation { deleteIssue(input: { issueId: "${issue}" }) { clientMutationId } }` },
  {
    task: `mutation { closeIssue: deleteIssue(input: { issueId: "${issue}" }) { clientMutationId } }`,
  },
  {
    task: `mutation { ...F } fragment F on Mutation { x: deleteIssue(input: { issueId: "${issue}" }) { clientMutationId } }`,
  },
  {
    task: `mutation { ... on Mutation { deleteIssue(input: { issueId: "${issue}" }) { clientMutationId } } }`,
  },
  {
    task: `mutation { ${close} deleteIssue(input: { issueId: "${issue}" }) { clientMutationId } }`,
  },
]

const clients: readonly (readonly [
  name: string,
  guards: GuardOptions,
  attempts: readonly Attempt[],
])[] = [
  ["without the option `operations`", {}, writes],
  ["with operations: read", { operations: "read" }, writes],
  ["with read_only", { operations: "write", read_only: true }, writes],
  ["with operations: none", { operations: "none" }, [...writes, ...sameAsCapabilities]],
  [
    "with one repository in `repos`",
    { operations: "write", repos: ["me/docs"] },
    otherRepositories,
  ],
  [
    "with one repository in `repos` and allow: *",
    { operations: "write", repos: ["me/docs"], allow: ["*"] },
    otherRepositories,
  ],
  [
    "with capabilities in `allow`",
    { operations: "write", allow: ["*", "issue.*", "pr"] },
    [...writes, ...sameAsCapabilities],
  ],
  [
    "with a capability in `deny`",
    { operations: "write", deny: ["issue.close"] },
    [...writes, ...sameAsCapabilities],
  ],
  [
    "with operations in `deny`",
    { operations: "write", deny: ["PATCH *", "POST *", "PUT *", "DELETE *", "mutation *"] },
    writes,
  ],
  [
    "with reading operations in `allow`",
    { operations: "write", allow: ["GET *", "query *"] },
    writes,
  ],
  [
    "with a limit of 0 for a capability",
    { operations: "write", limits: { "issue.comments.create": 0 } },
    sameAsCapabilities,
  ],
  [
    "with a limit of 0 for everything",
    { operations: "write", limits: { "*": 0 } },
    [...writes, ...sameAsCapabilities],
  ],
  ["with a `confirm` that declines", { operations: "write", confirm: () => false }, destroying],
]

/** Requests that no attempt may reach. */
const reached = () =>
  sandbox.requests.filter(
    ({ path, body }) => /other/i.test(path) || /other/.test(JSON.stringify(body)),
  )

describe.each(clients)("a client %s", (name, guards, attempts) => {
  const client = clients.findIndex((one) => one[0] === name)
  const options = () => ({ base_url: sandbox.url, token: sandbox.token, ...guards })

  it("blocks each attempt to bypass its guards with requests and documents", async () => {
    const done: unknown[] = []
    for (const [index, { task, input = {} }] of attempts.entries()) {
      const ghx = createGhx(options())
      const { execute, executeTask, executeTasks } = createExecutor(options())
      const own = /^[\s,\ufeff]*(?:#|\{|query|mutation|fragment|subscription|type|schema)/.test(
        task,
      )
      const step = own ? ghx.document(task)(input) : ghx.request(task, input)
      const others = [
        () => execute(task, input),
        () => executeTask({ task: task, input }),
        async () => (await executeTasks([{ task: task, input, as: "a" }])).results[0],
        async () => {
          const { results } = await executeTasks([
            { task: task, input },
            { task: "rate.view", input: {} },
          ])
          return results[0]
        },
      ]
      const results: { readonly ok: boolean }[] = [await step]
      // Each attempt is combined with each way to call on some client, and each client with each way on some attempt.
      for (const [at, call] of others.entries()) {
        if (!all && at !== (index + client) % others.length) continue
        const result = await call()
        if (result) results.push(result)
      }
      if (results.some(({ ok }) => ok)) done.push({ task, input })
    }
    expect(done).toEqual([])
    expect(sandbox.applied).toEqual([])
    expect(guards.repos ? reached() : []).toEqual([])
  })
})

it("the guards of operations are tested with more than two hundred attempts", () => {
  expect(clients.flatMap(([, , attempts]) => attempts).length).toBeGreaterThan(200)
})

describe("a client with guards", () => {
  const bound = (guards: GuardOptions) =>
    createGhx({ base_url: sandbox.url, token: sandbox.token, ...guards })

  it("sends requests to a repository in `repos`", async () => {
    const ghx = bound({ operations: "write", repos: ["me/*"] })
    expect(await ghx.request("GET /repos/{owner}/{repo}/issues", mine)).toMatchObject({ ok: true })
    expect(
      await ghx.request("POST /repos/me/docs/labels", { name: "new", color: "000000" }),
    ).toMatchObject({ ok: true, data: { name: "new" } })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("sends operations that `allow` lists, within `limits`, also outside `repos`", async () => {
    const id = "GET /repos/{owner}/{repo}/issues"
    const ghx = bound({ allow: ["issue.*", "GET /repos/*"], limits: { "issue.*": 1, "GET *": 1 } })
    expect(await ghx.request(id, mine)).toMatchObject({ ok: true })
    expect(await ghx.request(id, mine)).toMatchObject({ error: { details: { guard: "limits" } } })
    const exempt = bound({ repos: ["me/*"], allow: ["*", "query *"] })
    expect(await exempt.document("{ viewer { login } }")()).toMatchObject({
      ok: true,
      data: { viewer: { login: "me" } },
    })
  })

  it("calls `confirm` with effect and input before a destructive request", async () => {
    const asked: unknown[] = []
    const ghx = bound({ operations: "write", confirm: (intent) => asked.push(intent) > 0 })
    await ghx.request("DELETE /repos/me/docs/labels/bug")
    expect(asked).toMatchObject([{ effect: "destroy", input: { ...mine, name: "bug" } }])
  })

  it("does not follow a redirect to a repository outside `repos`", async () => {
    const moved = { status: 301, headers: { location: `${sandbox.url}/repos/other/docs` } }
    sandbox.injectFault({ times: 1, ...moved })
    const ghx = bound({ repos: ["me/*"] })
    expect(await ghx.request("GET /repos/me/docs")).toMatchObject({ ok: false })
    expect(reached()).toEqual([])
  })

  it("rejects renaming a repository to a name outside `repos`", async () => {
    const ghx = bound({ operations: "write", repos: ["me/docs"] })
    expect(await ghx.request("PATCH /repos/me/docs", { name: "elsewhere" })).toMatchObject({
      error: { details: { guard: "repos", outcome: "not_sent" } },
    })
    expect(sandbox.requests).toEqual([])
  })

  it("marks untrusted content in results of requests and documents", async () => {
    const ghx = bound({ untrusted: "mark" })
    const { data } = Object(await ghx.request("GET /repos/other/docs/issues/1"))
    expect(data).toMatchObject({
      title: expect.stringMatching(/^<untrusted-\w+>Unclear</),
      number: 1,
    })
    const read = ghx.document(
      `{ repository(owner: "other", name: "docs") { issue(number: 1) { title } } }`,
    )
    expect(await read()).toMatchObject({
      data: { repository: { issue: { title: expect.stringMatching(/^<untrusted-/) } } },
    })
  })

  it("marks untrusted content by the field of the schema, whatever its alias", async () => {
    const text = `query {
      repository(owner: "other", name: "docs") {
        id: issue(number: 1) { id: title number url: bodyText createdAt: title nodeId: id ...F author { login } }
        issues(first: 1) { sha: nodes { oid: title ... on Issue { state: title htmlUrl: url } } }
      }
    }
    fragment F on Issue { login: title labels(first: 1) { ids: nodes { id: name node_id: id } } }`
    const marked = expect.stringMatching(/^<untrusted-\w+>Unclear</)
    const unmarked = expect.not.stringContaining("untrusted")
    const { repository } = await bound({ untrusted: "mark" })
      .document<{ repository: object }>(text)()
      .orThrow()
    expect(repository).toMatchObject({
      id: { id: marked, number: 1, created_at: marked, node_id: unmarked, login: marked },
      issues: { sha: [{ oid: marked, state: marked, html_url: unmarked }] },
    })
    expect(repository).toMatchObject({ id: { author: { login: "other" } } })
    const omitted = await bound({ untrusted: "omit" }).document(text)().orThrow()
    expect(JSON.stringify(omitted)).not.toContain("Unclear")
  })

  it("collects requests and documents in a dry run without sending them", async () => {
    const client = createClient({
      base_url: sandbox.url,
      token: sandbox.token,
      operations: "write",
    })
    const dry = dryRunClient(client)
    const ghx = createGhx({ client: dry.client })
    await ghx.request("POST /repos/me/docs/labels", { name: "new", color: "000000" })
    await ghx.document(`mutation { ${close} }`)()
    expect(dry.requests).toMatchObject([
      { method: "POST", url: `${sandbox.url}/repos/me/docs/labels`, body: { name: "new" } },
      { document: expect.stringContaining("closeIssue") },
    ])
    expect(sandbox.requests).toEqual([])
  })
})
