import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { HELLO, rest, restPages } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("the REST API at / and at /api/v3", () => {
  test("returns the same data at both, with the URLs of each", async () => {
    const plain = await rest(sandbox, `GET ${HELLO}/issues/1`)
    const enterprise = await rest(sandbox, `GET /api/v3${HELLO}/issues/1`)
    expect(plain.body.url).toBe(`${sandbox.url}${HELLO}/issues/1`)
    expect(enterprise.body.url).toBe(`${sandbox.url}/api/v3${HELLO}/issues/1`)
    expect(enterprise.body.html_url).toBe(plain.body.html_url)
    expect((await rest(sandbox, "GET /")).body.user_url).toBe(`${sandbox.url}/users/{user}`)
    expect((await rest(sandbox, "GET /api/v3")).status).toBe(200)
  })

  test("returns URLs that lead to the objects", async () => {
    const { body: issue } = await rest(sandbox, `GET ${HELLO}/issues/1`)
    expect((await rest(sandbox, `GET ${issue.repository_url}`)).body.full_name).toBe(
      "octocat/hello-world",
    )
    expect((await rest(sandbox, `GET ${issue.comments_url}`)).body).toHaveLength(3)
    expect((await rest(sandbox, `GET ${issue.user.url}`)).body.login).toBe("monalisa")
    expect((await rest(sandbox, `GET ${issue.milestone.url}`)).body.title).toBe("v1.0")
    expect((await rest(sandbox, `GET ${issue.labels[0].url}`)).body.name).toBe("bug")
  })
})

describe("REST refuses", () => {
  test.each([
    ["no token", "GET /user", undefined, { token: null }, 401, "Requires authentication"],
    ["an unknown token", "GET /user", undefined, { token: "x" }, 401, "Bad credentials"],
    ["broken JSON", `POST ${HELLO}/issues`, "{", {}, 400, "Problems parsing JSON"],
    ["a list for an object", `POST ${HELLO}/issues`, [], {}, 400, "Body should be a JSON object"],
    ["a missing issue", `GET ${HELLO}/issues/99`, undefined, {}, 404, "Not Found"],
    ["a missing repository", "GET /repos/octocat/nothing/issues", undefined, {}, 404, "Not Found"],
    [
      "somebody else's private repository",
      "GET /repos/octocat/secret",
      undefined,
      { token: "hubot-token" },
      404,
      "Not Found",
    ],
    [
      "a change without the role",
      `POST ${HELLO}/labels`,
      { name: "new" },
      { token: "hubot-token" },
      403,
      "Must have admin rights to Repository.",
    ],
    [
      "a change without the scope",
      `POST ${HELLO}/issues`,
      { title: "x" },
      { token: "read-only-token" },
      404,
      "Not Found",
    ],
    [
      "a change of an archive",
      "POST /repos/octocat/attic/issues",
      { title: "x" },
      {},
      403,
      "Repository was archived so is read-only.",
    ],
  ])(
    "%s with the status and message of GitHub",
    async (_name, call, body, options, status, message) => {
      const reply = await rest(sandbox, call, body, options)
      expect(reply.status).toBe(status)
      expect(reply.body).toMatchObject({
        message,
        documentation_url: expect.stringContaining("https://docs.github.com/"),
        status: String(status),
      })
      expect(sandbox.applied).toEqual([])
    },
  )

  test.each([
    [`POST ${HELLO}/issues`, {}, { resource: "Issue", field: "title", code: "missing_field" }],
    [`POST ${HELLO}/issues`, { title: "" }, { field: "title", code: "missing_field" }],
    [`POST ${HELLO}/issues`, { title: "x", labels: "bug" }, { field: "labels", code: "invalid" }],
    [`POST ${HELLO}/issues`, { title: "x", milestone: 9 }, { value: 9, field: "milestone" }],
    [`POST ${HELLO}/issues`, { title: "x", assignees: ["nobody"] }, { field: "assignees" }],
    [`POST ${HELLO}/labels`, { name: "BUG" }, { field: "name", code: "already_exists" }],
    [`POST ${HELLO}/milestones`, { title: "v1.0" }, { field: "title", code: "already_exists" }],
    [`PATCH ${HELLO}/issues/1`, { state: "shut" }, { field: "state", code: "invalid" }],
    [`GET ${HELLO}/issues?state=shut`, undefined, { field: "state", code: "invalid" }],
    ["GET /search/issues?q=", undefined, { resource: "Search", field: "q", code: "missing" }],
  ])("%s with %o and names the invalid field", async (call, body, error) => {
    const reply = await rest(sandbox, call, body)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ message: "Validation Failed", errors: [error] })
    expect(sandbox.applied).toEqual([])
  })

  test("a route or parameter that is not modelled with 501, and an unknown path with 404", async () => {
    const route = await rest(sandbox, `GET ${HELLO}/traffic/clones`)
    expect(route.status).toBe(501)
    expect(route.body.type).toBe("SANDBOX_NOT_MODELLED")
    const parameter = await rest(sandbox, `GET ${HELLO}/issues?type=Bug`)
    expect(parameter.status).toBe(501)
    expect(parameter.body.message).toContain("`type`")
    expect((await rest(sandbox, "GET /nowhere")).status).toBe(404)
  })

  test("a change with one invalid part as a whole", async () => {
    const before = sandbox.state.snapshot()
    const reply = await rest(sandbox, `PATCH ${HELLO}/issues/1`, {
      title: "New",
      labels: ["made-for-this"],
      assignees: ["nobody"],
    })
    expect(reply.status).toBe(422)
    expect(sandbox.state.snapshot()).toEqual(before)
  })
})

describe("the pages of a REST list", () => {
  test("link to each other by the id of the repository, and keep the query", async () => {
    const { body: big } = await rest(sandbox, "GET /repos/octocat/big")
    const { headers, body } = await rest(
      sandbox,
      "GET /repos/octocat/big/issues?per_page=100&page=2&direction=asc",
    )
    expect(body).toHaveLength(100)
    expect(body[0].number).toBe(101)
    const at = (page: number) =>
      `<${sandbox.url}/repositories/${big.id}/issues?per_page=100&page=${page}&direction=asc>`
    expect(headers.get("link")).toBe(
      `${at(1)}; rel="prev", ${at(3)}; rel="next", ${at(3)}; rel="last", ${at(1)}; rel="first"`,
    )
  })

  test.each([
    ["/orgs/octo-org/repos", /\/organizations\/\d+\/repos\?/],
    ["/users/octocat/repos", /\/user\/\d+\/repos\?/],
    ["/search/repositories?q=o", /\/search\/repositories\?/],
  ])("of %s can be followed by the link", async (path, form) => {
    const first = await rest(sandbox, `GET ${path}${path.includes("?") ? "&" : "?"}per_page=1`)
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? []
    expect(next).toMatch(form)
    const { status, body } = await rest(sandbox, `GET ${next.slice(sandbox.url.length)}`)
    expect(status).toBe(200)
    expect(body.items ?? body).toHaveLength(1)
  })

  test("contain thirty items by default, and at most a hundred", async () => {
    const count = async (query: string) =>
      (await rest(sandbox, `GET /repos/octocat/big/issues${query}`)).body.length
    expect(await count("")).toBe(30)
    expect(await count("?per_page=1000")).toBe(100)
    expect(await count("?page=100")).toBe(0)
  })

  test("contain every item once", async () => {
    const numbers = (await restPages(sandbox, "/repos/octocat/big/issues?per_page=40")).map(
      (issue) => issue.number,
    )
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index))
  })

  test("send no Link header if there is only one", async () => {
    expect((await rest(sandbox, `GET ${HELLO}/labels`)).headers.get("link")).toBeNull()
  })
})

describe("the REST rate limit", () => {
  test("is counted separately from searches and GraphQL", async () => {
    await data(sandbox, "{ viewer { login } }")
    const core = await rest(sandbox, `GET ${HELLO}`)
    expect(core.headers.get("x-ratelimit-resource")).toBe("core")
    expect(core.headers.get("x-ratelimit-used")).toBe("1")
    const search = await rest(sandbox, "GET /search/issues?q=bug")
    expect(search.headers.get("x-ratelimit-resource")).toBe("search")
    expect(search.headers.get("x-ratelimit-limit")).toBe("30")
    const { body } = await rest(sandbox, "GET /rate_limit")
    expect(body.resources).toMatchObject({
      core: { limit: 5000, used: 1, remaining: 4999 },
      search: { limit: 30, used: 1 },
      graphql: { used: 1 },
      code_search: { used: 0 },
    })
    expect(body.rate).toEqual(body.resources.core)
  })

  test("does not count a 304", async () => {
    const first = await rest(sandbox, `GET ${HELLO}/issues/1`)
    const etag = first.headers.get("etag") ?? ""
    const again = () =>
      rest(sandbox, `GET ${HELLO}/issues/1`, undefined, { headers: { "if-none-match": etag } })
    const unchanged = await again()
    expect(unchanged.status).toBe(304)
    expect(unchanged.body).toBe("")
    expect(unchanged.headers.get("x-ratelimit-used")).toBe("1")
    await rest(sandbox, `POST ${HELLO}/issues/1/comments`, { body: "New" })
    expect((await again()).status).toBe(200)
  })

  test("is exceeded with 403 and remaining 0", async () => {
    const limited = await startSandbox({
      seed: { users: [{ login: "octocat" }], rate_limit: { limit: 1 } },
    })
    await rest(limited, "GET /user")
    const refused = await rest(limited, "GET /user")
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe("API rate limit exceeded for user ID 1.")
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0")
    expect((await rest(limited, "GET /rate_limit")).status).toBe(200)
    await limited.close()
  })
})

describe("a REST request", () => {
  test("is logged with route and query, without the token", async () => {
    await rest(sandbox, `GET ${HELLO}/issues?state=all`)
    expect(sandbox.requests).toMatchObject([
      {
        method: "GET",
        path: `${HELLO}/issues`,
        query: { state: "all" },
        route: "GET /repos/{owner}/{repo}/issues",
        login: "octocat",
        status: 200,
      },
    ])
    expect(JSON.stringify(sandbox.requests[0]?.headers)).not.toContain("authorization")
  })

  test("matches a fault by method and path", async () => {
    sandbox.injectFault({ times: 1, match: { method: "POST", path: /\/comments$/ }, status: 502 })
    expect((await rest(sandbox, `GET ${HELLO}/issues/1/comments`)).status).toBe(200)
    const comment = () => rest(sandbox, `POST ${HELLO}/issues/1/comments`, { body: "x" })
    expect((await comment()).status).toBe(502)
    expect(sandbox.applied).toEqual([])
    expect((await comment()).status).toBe(201)
  })

  test("is applied when a fault drops or replaces its response", async () => {
    const comment = () => rest(sandbox, `POST ${HELLO}/issues/1/comments`, { body: "x" })
    sandbox.injectFault({ times: 1, drop: "after" })
    await expect(comment()).rejects.toThrow()
    sandbox.injectFault({ times: 1, status: 504, applied: true })
    expect((await comment()).status).toBe(504)
    expect(sandbox.applied.map((change) => change.mutation)).toEqual(["addComment", "addComment"])
  })
})

test("sandbox.applied lists a change under the same name for REST and GraphQL", async () => {
  const { body: issue } = await rest(sandbox, `POST ${HELLO}/issues`, { title: "REST" })
  await rest(sandbox, `PATCH ${HELLO}/issues/${issue.number}`, { state: "closed" })
  const byRest = sandbox.applied.map(({ mutation, actor }) => ({ mutation, actor }))
  const { createIssue } = await data(
    sandbox,
    'mutation { createIssue(input: { repositoryId: "R_kgDOAAAAAQ", title: "GraphQL" }) { issue { id } } }',
  )
  await data(
    sandbox,
    "mutation ($id: ID!) { closeIssue(input: { issueId: $id }) { clientMutationId } }",
    { id: createIssue.issue.id },
  )
  const byGraphQL = sandbox.applied.slice(2).map(({ mutation, actor }) => ({ mutation, actor }))
  expect(byRest).toEqual(byGraphQL)
  expect(sandbox.applied[0]?.node_id).toBe(issue.node_id)
})
