import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, refusal } from "./client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

describe("a GraphQL query", () => {
  test("reads a union by number, with one alias for fields of two types", async () => {
    const { repository } = await data(
      sandbox,
      `query IssueByNumber($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) {
          hasIssuesEnabled
          issue: issueOrPullRequest(number: $number) {
            __typename
            ...on Issue { ...fields state stateReason }
            ...on PullRequest { ...prFields state }
          }
        }
      }
      fragment fields on Issue { number title comments { totalCount } }
      fragment prFields on PullRequest { number title isDraft reviewThreads { totalCount } }`,
      { owner: "octocat", repo: "hello-world", number: 7 },
    )
    expect(repository).toEqual({
      hasIssuesEnabled: true,
      issue: {
        __typename: "PullRequest",
        number: 7,
        title: "Add polite greetings",
        isDraft: false,
        reviewThreads: { totalCount: 3 },
        state: "OPEN",
      },
    })
  })

  test("filters issues by assignee, creator, labels and milestone, and sorts them", async () => {
    const { repository } = await data(
      sandbox,
      `query IssueList($owner: String!, $name: String!, $filters: IssueFilters) {
        repository(owner: $owner, name: $name) {
          mine: issues(first: 10, filterBy: { assignee: "octocat", states: [OPEN] }) { nodes { number } }
          free: issues(first: 10, filterBy: { assignee: null }) { nodes { number } }
          hubots: issues(first: 10, filterBy: $filters, orderBy: { field: COMMENTS, direction: DESC }) {
            totalCount nodes { number }
          }
          planned: issues(first: 10, filterBy: { milestoneNumber: "2" }) { nodes { number } }
          either: issues(first: 10, labels: ["bug", "enhancement"]) { nodes { number } }
        }
      }`,
      {
        owner: "OctoCat",
        name: "Hello-World",
        filters: { createdBy: "hubot", states: ["OPEN", "CLOSED"] },
      },
    )
    const numbers = (list: { nodes: { number: number }[] }) => list.nodes.map((one) => one.number)
    expect(numbers(repository.mine)).toEqual([1])
    expect(numbers(repository.free)).toEqual([2, 3, 4])
    expect(numbers(repository.hubots)).toEqual([3, 4, 2])
    expect(numbers(repository.planned)).toEqual([2])
    expect(numbers(repository.either)).toEqual([1, 2])
  })

  test("reads nested connections, reactions and participants", async () => {
    const { node } = await data(
      sandbox,
      `query ($id: ID!) {
        node(id: $id) {
          id
          ... on Issue {
            comments(last: 1, before: null) {
              edges { cursor node { body author { __typename login ... on User { name } } } }
              pageInfo { hasPreviousPage hasNextPage }
            }
            reactions(first: 5) { totalCount nodes { content user { login } } viewerHasReacted }
            participants(first: 10) { nodes { login } }
          }
        }
      }`,
      { id: "I_kgDOAAAAAQ" },
    )
    expect(node).toEqual({
      id: "I_kgDOAAAAAQ",
      comments: {
        edges: [
          {
            cursor: expect.any(String),
            node: {
              body: "Great! Any news?",
              author: { __typename: "User", login: "monalisa", name: "Mona Lisa" },
            },
          },
        ],
        pageInfo: { hasPreviousPage: true, hasNextPage: false },
      },
      reactions: {
        totalCount: 2,
        nodes: [
          { content: "THUMBS_UP", user: { login: "hubot" } },
          { content: "EYES", user: { login: "octocat" } },
        ],
        viewerHasReacted: true,
      },
      participants: {
        nodes: [{ login: "monalisa" }, { login: "octocat" }, { login: "hubot" }],
      },
    })
  })

  test("reads files, trees and refs by expression", async () => {
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "hello-world") {
        file: object(expression: "main:src/greet.js") { ... on Blob { byteSize isBinary text } }
        folder: object(expression: "HEAD:") { ... on Tree { entries { name type mode path } } }
        none: object(expression: "main:nowhere") { id }
        defaultBranchRef { name prefix }
        refs(refPrefix: "refs/heads/", first: 10) { nodes { name } }
      } }`,
    )
    expect(repository.file).toMatchObject({
      isBinary: false,
      text: expect.stringMatching(/^export/),
    })
    expect(repository.folder.entries).toEqual([
      { name: ".github", type: "tree", mode: 16384, path: ".github" },
      { name: "README.md", type: "blob", mode: 33188, path: "README.md" },
      { name: "config.json", type: "blob", mode: 33188, path: "config.json" },
      { name: "src", type: "tree", mode: 16384, path: "src" },
    ])
    expect(repository.none).toBeNull()
    expect(repository.defaultBranchRef).toEqual({ name: "main", prefix: "refs/heads/" })
    expect(repository.refs.nodes.map((ref: { name: string }) => ref.name)).toEqual([
      "fix-typo",
      "impolite-greeting",
      "main",
      "polite-greeting",
      "rewrite",
    ])
  })

  test("reads the schema by introspection", async () => {
    const probe = await data(
      sandbox,
      `query PullRequest_fields { PullRequest: __type(name: "PullRequest") { fields(includeDeprecated: true) { name } } }`,
    )
    expect(probe.PullRequest.fields).toContainEqual({ name: "reviewThreads" })
    const { __schema } = await data(
      sandbox,
      "{ __schema { queryType { name } mutationType { name } } }",
    )
    expect(__schema).toEqual({ queryType: { name: "Query" }, mutationType: { name: "Mutation" } })
    const described = await data(sandbox, '{ __type(name: "Issue") { description } }')
    expect(described.__type.description).toMatch(/^An Issue is a place/)
  })

  test("fails for one of several aliased lookups only, with its path", async () => {
    const reply = await ask(
      sandbox,
      `{
        a: repository(owner: "octocat", name: "hello-world") { issue(number: 1) { number } }
        b: repository(owner: "octocat", name: "hello-world") { issue(number: 99) { number } }
        c: repository(owner: "octocat", name: "nowhere") { id }
        d: nodes(ids: ["I_kgDOAAAAAQ", "nonsense"]) { __typename }
      }`,
    )
    expect(reply.data).toEqual({
      a: { issue: { number: 1 } },
      b: { issue: null },
      c: null,
      d: [{ __typename: "Issue" }, null],
    })
    expect(reply.errors?.map(({ type, path, message }) => ({ type, path, message }))).toEqual([
      {
        type: "NOT_FOUND",
        path: ["b", "issue"],
        message: "Could not resolve to an Issue with the number of 99.",
      },
      {
        type: "NOT_FOUND",
        path: ["c"],
        message: "Could not resolve to a Repository with the name 'octocat/nowhere'.",
      },
      {
        type: "NOT_FOUND",
        path: ["d", 1],
        message: "Could not resolve to a node with the global id of 'nonsense'",
      },
    ])
  })

  test("finds the object of a URL with resource", async () => {
    const at = async (url: string) =>
      (
        await data(
          sandbox,
          "query ($url: URI!) { resource(url: $url) { __typename resourcePath } }",
          { url },
        )
      ).resource
    expect(await at("https://github.com/octocat/hello-world/pull/7")).toEqual({
      __typename: "PullRequest",
      resourcePath: "/octocat/hello-world/pull/7",
    })
    expect(await at("https://github.com/octo-org")).toMatchObject({ __typename: "Organization" })
    expect(await at("https://example.com/octocat")).toBeNull()
  })

  test("finds the commit of a URL that it printed", async () => {
    const { repository } = await data(
      sandbox,
      '{ repository(owner: "octocat", name: "hello-world") { object(expression: "main") { ... on Commit { oid url } } } }',
    )
    const { oid, url } = repository.object
    const at = async (url: string) =>
      (await data(sandbox, `{ resource(url: "${url}") { ... on Commit { oid } } }`)).resource
    expect(await at(url)).toEqual({ oid })
    expect(await at(url.slice(0, -30))).toEqual({ oid })
    expect(await at(url.slice(0, -40).concat("main"))).toBeNull()
    expect(await at(url.slice(0, -40).concat("0".repeat(40)))).toBeNull()
  })
})

describe("access over GraphQL", () => {
  test("hides a private repository from others, by name, id and search", async () => {
    const name = `{ repository(owner: "octocat", name: "secret") { id issues(first: 1) { nodes { id } } } }`
    const { repository } = await data(sandbox, name)
    expect(await refusal(sandbox, name, {}, "hubot-token")).toMatchObject({
      type: "NOT_FOUND",
      message: "Could not resolve to a Repository with the name 'octocat/secret'.",
    })
    const byId = "query ($id: ID!) { node(id: $id) { id } }"
    const id = repository.issues.nodes[0].id
    expect((await refusal(sandbox, byId, { id }, "hubot-token"))?.type).toBe("NOT_FOUND")
    const found = await data(
      sandbox,
      `{ search(query: "secret", type: ISSUE, first: 1) { issueCount } }`,
      {},
      "hubot-token",
    )
    expect(found.search.issueCount).toBe(0)
  })

  test("hides private data from a token without scope, and refuses its mutations", async () => {
    const { viewer } = await data(
      sandbox,
      "{ viewer { login repositories(first: 10) { nodes { name } } } }",
      {},
      "read-only-token",
    )
    expect(viewer.login).toBe("octocat")
    expect(viewer.repositories.nodes).not.toContainEqual({ name: "secret" })
    const reply = await ask(
      sandbox,
      `mutation {
        addStar(input: { starrableId: "R_kgDOAAAAAQ" }) { clientMutationId }
        close: closeIssue(input: { issueId: "I_kgDOAAAAAQ" }) { clientMutationId }
      }`,
      {},
      "read-only-token",
    )
    expect(reply.data).toEqual({ addStar: null, close: null })
    expect(reply.errors).toMatchObject([
      { type: "INSUFFICIENT_SCOPES", path: ["addStar"] },
      { type: "INSUFFICIENT_SCOPES", path: ["close"] },
    ])
    expect(sandbox.applied).toEqual([])
  })

  test("refuses changes of an archived repository", async () => {
    const { repository } = await data(
      sandbox,
      `{ repository(owner: "octocat", name: "attic") { isArchived issue(number: 1) { id viewerCanUpdate } } }`,
    )
    expect(repository).toMatchObject({ isArchived: true, issue: { viewerCanUpdate: false } })
    const error = await refusal(
      sandbox,
      'mutation ($id: ID!) { addComment(input: { subjectId: $id, body: "x" }) { clientMutationId } }',
      { id: repository.issue.id },
    )
    expect(error).toMatchObject({
      type: "FORBIDDEN",
      message: "Repository was archived so is read-only.",
    })
  })

  test("treats an id of another type as not found", async () => {
    const error = await refusal(
      sandbox,
      'mutation { closeIssue(input: { issueId: "R_kgDOAAAAAQ" }) { clientMutationId } }',
    )
    expect(error).toMatchObject({
      type: "NOT_FOUND",
      message: "Could not resolve to a node with the global id of 'R_kgDOAAAAAQ'",
    })
  })
})

test("nodes refuses more than 100 ids", async () => {
  const query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }"
  const ids = (count: number) => ({ ids: Array.from({ length: count }, () => "I_kgDOAAAAAQ") })
  expect((await data(sandbox, query, ids(100))).nodes).toHaveLength(100)
  expect(await ask(sandbox, query, ids(101))).toMatchObject({
    data: null,
    errors: [
      {
        type: "ARGUMENT_LIMIT",
        path: ["nodes"],
        message: "You may not provide more than 100 node ids; you provided 101.",
      },
    ],
  })
})

test.each(["%E0%A4%A", "hello-world/issues/0x1", "hello-world/issues/1e0"])(
  "resource returns null for octocat/%s",
  async (path) => {
    const url = `https://github.com/octocat/${path}`
    const query = "query ($url: URI!) { resource(url: $url) { url } }"
    expect(await data(sandbox, query, { url })).toEqual({ resource: null })
  },
)

test("object finds a commit relative to another one", async () => {
  const at = (expression: string) =>
    data(
      sandbox,
      `query ($expression: String!) {
        repository(owner: "octocat", name: "hello-world") {
          object(expression: $expression) { oid ... on Commit { parents(first: 2) { nodes { oid } } } }
        }
      }`,
      { expression },
    ).then(({ repository }) => repository.object)
  const main = await at("main")
  const [first] = main.parents.nodes
  for (const expression of ["main~1", "HEAD~", "main^", "main^1", "main^0~1", `${main.oid}^`]) {
    expect([expression, (await at(expression))?.oid]).toEqual([expression, first.oid])
  }
  expect(await at("main~99")).toBeNull()
  expect(await at("main^9")).toBeNull()
  expect((await at("main~1:README.md"))?.oid).toEqual(expect.any(String))
})

test("issues refuses an invalid time instead of returning an empty list", async () => {
  const list = (filter: string) => `{
    repository(owner: "octocat", name: "hello-world") {
      issues(first: 9, filterBy: { since: ${filter} }) { totalCount }
    }
  }`
  expect((await data(sandbox, list('"2025-01-01"'))).repository.issues.totalCount).toBe(5)
  const refused = await refusal(sandbox, list('"yesterday"'))
  expect(refused?.message).toContain('Expected value of type "DateTime"')
  const byVariable = await refusal(
    sandbox,
    `query ($since: DateTime!) {
      repository(owner: "octocat", name: "hello-world") {
        issues(filterBy: { since: $since }) { totalCount }
      }
    }`,
    { since: "yesterday" },
  )
  expect(byVariable?.message).toBe("Variable $since of type DateTime! was provided invalid value")
})
