import { get } from "node:http"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { SYNTHESIZE } from "../http/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, send } from "./client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const VIEWER = { query: "query Me { viewer { login } }" }

describe("GraphQL over HTTP", () => {
  test("responds at both paths with GitHub's headers", async () => {
    for (const path of ["/graphql", "/api/graphql"]) {
      const response = await send(sandbox, VIEWER, { path })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ data: { viewer: { login: "octocat" } } })
    }
    const { headers } = await send(sandbox, VIEWER)
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(headers.get("x-ratelimit-limit")).toBe("5000")
    expect(headers.get("x-ratelimit-used")).toBe("3")
    expect(headers.get("x-ratelimit-remaining")).toBe("4997")
    expect(headers.get("x-ratelimit-resource")).toBe("graphql")
    expect(headers.get("x-oauth-scopes")).toContain("repo")
    expect(headers.get("x-github-request-id")).toMatch(/^[0-9A-F:]+$/)
  })

  test.each([
    ["no token", VIEWER, { token: null }, 401, "This endpoint requires you to be authenticated."],
    ["an unknown token", VIEWER, { token: "nonsense" }, 401, "Bad credentials"],
    ["broken JSON", "{", {}, 400, "Problems parsing JSON"],
    ["another path", VIEWER, { path: "/nowhere" }, 404, "Not Found"],
    ["GET", VIEWER, { method: "GET" }, 501, "The sandbox does not model `GET /graphql`."],
  ])("refuses %s", async (_name, body, options, status, message) => {
    const response = await send(sandbox, body, options)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message, documentation_url: expect.any(String) })
  })

  test("refuses a request without a query", async () => {
    const response = await send(sandbox, { variables: {} })
    expect(await response.json()).toEqual({
      errors: [{ message: "A query attribute must be specified and must be a string." }],
    })
  })

  test.each([
    [
      "{ viewer { nonsense } }",
      "Field 'nonsense' doesn't exist on type 'User'",
      { code: "undefinedField", typeName: "User", fieldName: "nonsense" },
    ],
    [
      '{ user(name: "x") { login } }',
      "Field 'user' doesn't accept argument 'name'",
      { code: "argumentNotAccepted" },
    ],
    [
      "{ user { login } }",
      "Field 'user' is missing required arguments: login",
      { code: "missingRequiredArguments" },
    ],
    [
      "{ viewer }",
      "Field must have selections (field 'viewer' returns User but has no selections. Did you mean 'viewer { ... }'?)",
      { code: "selectionMismatch" },
    ],
    [
      "query Q($x: Int) { viewer { login } }",
      "Variable $x is declared by Q but not used",
      { code: "variableNotUsed" },
    ],
    [
      "{ viewer { ...F } }",
      "Fragment F was used, but not defined",
      { code: "useAndDefineFragment" },
    ],
    [
      "{ viewer { ...F } } fragment F on Nobody { login }",
      "No such type Nobody, so it can't be a fragment condition",
      { code: "undefinedType", typeName: "Nobody" },
    ],
    [
      "query ($who: Nobody) { viewer { login(who: $who) } }",
      "Nobody isn't a defined input type (on $who)",
      { code: "variableRequiresValidType", typeName: "Nobody", variableName: "who" },
    ],
    [
      "{ viewer { ... on Bot { login } } }",
      "Fragment on Bot can't be spread inside User",
      {
        code: "cannotSpreadFragment",
        typeName: "Bot",
        fragmentName: "unknown",
        parentName: "User",
      },
    ],
    [
      "{ viewer { ...F } } fragment F on Bot { login }",
      "Fragment F on Bot can't be spread inside User",
      { code: "cannotSpreadFragment", typeName: "Bot", fragmentName: "F", parentName: "User" },
    ],
    [
      "{ viewer { login login: id } }",
      "Field 'login' has a field conflict: id or login?",
      { code: "fieldConflict", fieldName: "login", conflicts: "id or login" },
    ],
    [
      "{ viewer { login @sometimes } }",
      "Directive @sometimes is not defined",
      { code: "undefinedDirective", directiveName: "sometimes" },
    ],
    [
      "{ viewer { login @include } }",
      "Directive 'include' is missing required arguments: if",
      {
        code: "missingRequiredArguments",
        className: "Directive",
        name: "include",
        arguments: "if",
      },
    ],
  ])("reports the validation error of GitHub for %s", async (query, message, extensions) => {
    const reply = await ask(sandbox, query)
    expect(reply.data).toBeUndefined()
    expect(reply.errors).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining(message),
        extensions: expect.objectContaining(extensions),
      }),
    )
  })

  test("names the version of the schema in the error about an unknown field", async () => {
    const pinned = /^Field '\w+' doesn't exist on type 'Query' \(.*\S+ \S+ of \d{4}-/
    const { errors } = await ask(sandbox, "{ newerThanThePin { id } }")
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(pinned),
        extensions: { code: "undefinedField", typeName: "Query", fieldName: "newerThanThePin" },
      },
    ])
  })

  test("names the variable whose value has the wrong type", async () => {
    const reply = await ask(sandbox, "query ($login: String!) { user(login: $login) { id } }", {})
    expect(reply.errors).toMatchObject([
      {
        message: "Variable $login of type String! was provided invalid value",
        extensions: { value: null, problems: [{ explanation: "Expected value to not be null" }] },
      },
    ])
  })

  test("refuses a field of the schema that is not modelled", async () => {
    const reply = await ask(
      sandbox,
      "{ viewer { login contributionsCollection { totalCommitContributions } } }",
    )
    expect(reply.data).toBeNull()
    expect(reply.errors).toMatchObject([
      {
        type: "SANDBOX_NOT_MODELLED",
        path: ["viewer", "contributionsCollection"],
        message: `The sandbox does not model \`User.contributionsCollection\`. ${SYNTHESIZE}`,
      },
    ])
  })
})

describe("sandbox.requests", () => {
  test("contains request and response, without the token", async () => {
    await data(sandbox, VIEWER.query)
    expect(sandbox.requests).toMatchObject([
      {
        number: 1,
        method: "POST",
        path: "/graphql",
        login: "octocat",
        operation_name: "Me",
        operation_type: "query",
        cost: 1,
        status: 200,
        body: { query: VIEWER.query },
        response: { data: { viewer: { login: "octocat" } } },
      },
    ])
    expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.token)
    sandbox.clearRequests()
    expect(sandbox.requests).toEqual([])
  })
})

test("sandbox.requests keeps the path exactly as it was sent", async () => {
  const { hostname, port } = new URL(sandbox.url)
  await new Promise((answered) => get({ hostname, port, path: "/a/../%2e?x=1" }, answered))
  expect(sandbox.requests).toMatchObject([{ path: "/a/../%2e", query: { x: "1" } }])
})

test("sandbox.reset undoes changes and clears log, faults and limits", async () => {
  const fresh = sandbox.state.snapshot()
  const star =
    'mutation { addStar(input: { starrableId: "R_kgDOAAAAAQ" }) { starrable { viewerHasStarred } } }'
  await data(sandbox, star)
  sandbox.injectFault({ status: 500 })
  expect(sandbox.state.snapshot()).not.toEqual(fresh)
  sandbox.reset()
  expect(sandbox.state.snapshot()).toEqual(fresh)
  expect([sandbox.applied, sandbox.requests]).toEqual([[], []])
  const response = await send(sandbox, VIEWER)
  expect([response.status, response.headers.get("x-ratelimit-used")]).toEqual([200, "1"])
})

describe("the GraphQL rate limit", () => {
  const seed = (rate_limit: object) => ({ users: [{ login: "octocat" }], rate_limit })

  test("is exceeded with HTTP 200, an error and remaining 0", async () => {
    const limited = await startSandbox({ seed: seed({ limit: 2 }) })
    await send(limited, VIEWER)
    await send(limited, VIEWER)
    const response = await send(limited, VIEWER)
    expect(response.status).toBe(200)
    expect(response.headers.get("x-ratelimit-remaining")).toBe("0")
    expect(await response.json()).toEqual({
      errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded for user ID 1." }],
    })
    await limited.close()
  })

  test("can use the newer error type RATE_LIMIT", async () => {
    const limited = await startSandbox({ seed: seed({ limit: 0, type: "RATE_LIMIT" }) })
    expect(await (await send(limited, VIEWER)).json()).toMatchObject({
      errors: [{ type: "RATE_LIMIT", code: "graphql_rate_limit" }],
    })
    await limited.close()
  })

  test("resets at the end of its window", async () => {
    let time = Date.parse("2025-01-01T00:00:00Z")
    const limited = await startSandbox({
      seed: seed({ limit: 1, window_seconds: 60 }),
      now: () => new Date(time),
    })
    await send(limited, VIEWER)
    const refused = await send(limited, VIEWER)
    expect(refused.headers.get("x-ratelimit-reset")).toBe(String(time / 1000 + 60))
    time += 60_000
    expect(await (await send(limited, VIEWER)).json()).toHaveProperty("data")
    await limited.close()
  })

  test("includes the secondary limits that the seed sets", async () => {
    let time = Date.parse("2025-01-01T00:00:00Z")
    const secondary = { creations: 2, rest_points: 20, concurrency: 2 }
    const limited = await startSandbox({
      seed: {
        ...seed({ secondary }),
        repositories: [
          { owner: "octocat", name: "r", issues: [{ title: "One", author: "octocat" }] },
        ],
      },
      now: () => new Date(time),
    })
    const comment = () =>
      send(limited, { body: "x" }, { path: "/repos/octocat/r/issues/1/comments" })
    const statuses = async (...sent: Promise<Response>[]) =>
      (await Promise.all(sent)).map(({ status }) => status)
    expect(await statuses(comment())).toEqual([201])
    time += 20_000
    expect(await statuses(comment())).toEqual([201])
    const refused = await comment()
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([403, "40"])
    expect(await refused.json()).toMatchObject({
      message: expect.stringContaining("secondary rate limit"),
    })
    const create =
      'mutation { createLabel(input: { repositoryId: "R", name: "n", color: "ffffff" }) { clientMutationId } }'
    expect(await statuses(send(limited, { query: create }))).toEqual([403])
    time += 40_000
    expect(await statuses(comment())).toEqual([201])
    limited.injectFault({ delay_ms: 300 })
    limited.clearRequests()
    const first = [send(limited, VIEWER), send(limited, VIEWER)]
    await vi.waitFor(() => expect(limited.requests).toHaveLength(2))
    expect(await statuses(send(limited, VIEWER))).toEqual([403])
    expect(await statuses(...first)).toEqual([200, 200])
    expect(await statuses(send(limited, VIEWER))).toEqual([200])
    await limited.close()
  })

  test("counts a mutation as one point an hour, and as five a minute", async () => {
    const repositories = [{ owner: "octocat", name: "r" }]
    const limited = await startSandbox({
      seed: { ...seed({ secondary: { graphql_points: 9 } }), repositories },
    })
    const star = 'mutation { addStar(input: { starrableId: "R_kgDOAAAAAQ" }) { clientMutationId } }'
    const responses = [await send(limited, { query: star }), await send(limited, VIEWER)]
    expect(responses.map(({ headers }) => headers.get("x-ratelimit-used"))).toEqual(["1", "2"])
    expect(limited.requests.map(({ cost }) => cost)).toEqual([1, 1])
    expect((await send(limited, { query: star })).status).toBe(403)
    expect((await send(limited, VIEWER)).status).toBe(200)
    await limited.close()
  })
})

describe("injectFault", () => {
  const COMMENT = {
    query:
      'mutation Comment { addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "x" }) { subject { id } commentEdge { node { body } } } }',
  }

  test("responds with a status once and applies nothing", async () => {
    sandbox.injectFault({ times: 1, status: 502, headers: { "retry-after": "1" }, body: "<html>" })
    const response = await send(sandbox, COMMENT)
    expect(response.status).toBe(502)
    expect(response.headers.get("retry-after")).toBe("1")
    expect(await response.text()).toBe("<html>")
    expect(sandbox.applied).toEqual([])
    expect((await send(sandbox, COMMENT)).status).toBe(200)
  })

  test("responds with a status after applying the change", async () => {
    sandbox.injectFault({ times: 1, status: 504, applied: true })
    expect((await send(sandbox, COMMENT)).status).toBe(504)
    expect(sandbox.applied).toHaveLength(1)
  })

  test("affects only matching requests after the skipped ones, until it is removed", async () => {
    const remove = sandbox.injectFault({
      match: { operation_name: "Comment" },
      skip: 1,
      status: 500,
    })
    expect((await send(sandbox, VIEWER)).status).toBe(200)
    expect((await send(sandbox, COMMENT)).status).toBe(200)
    expect((await send(sandbox, COMMENT)).status).toBe(500)
    remove()
    expect((await send(sandbox, COMMENT)).status).toBe(200)
  })

  test("resets the connection before or after the change", async () => {
    sandbox.injectFault({ times: 1, drop: "before" })
    await expect(send(sandbox, COMMENT)).rejects.toThrow()
    expect(sandbox.applied).toHaveLength(0)
    sandbox.injectFault({ times: 1, drop: "after" })
    await expect(send(sandbox, COMMENT)).rejects.toThrow()
    expect(sandbox.applied).toHaveLength(1)
    expect(sandbox.requests.map((request) => request.status)).toEqual([null, null])
  })

  test("truncates the body", async () => {
    sandbox.injectFault({ times: 1, truncate: true })
    const response = await send(sandbox, VIEWER)
    await expect(response.text()).rejects.toThrow()
  })

  test("delays a response without changing it", async () => {
    sandbox.injectFault({ times: 1, delay_ms: 20 })
    expect(await data(sandbox, VIEWER.query)).toEqual({ viewer: { login: "octocat" } })
  })

  test("replaces the response by a GraphQL error and applies nothing", async () => {
    const error = { type: "RATE_LIMITED", message: "API rate limit exceeded" }
    sandbox.injectFault({ times: 1, graphql_error: error })
    const response = await send(sandbox, COMMENT)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ data: null, errors: [error] })
    expect(sandbox.applied).toEqual([])
  })

  test("adds a GraphQL error to the response and nulls the field at its path", async () => {
    const error = {
      type: "FORBIDDEN",
      message: "Resource protected by organization SAML enforcement.",
      path: ["addComment", "commentEdge"],
      extensions: { saml_failure: true },
    }
    sandbox.injectFault({ times: 1, graphql_error: error, partial: true })
    expect(await (await send(sandbox, COMMENT)).json()).toEqual({
      data: { addComment: { subject: { id: "I_kgDOAAAAAQ" }, commentEdge: null } },
      errors: [error],
    })
    expect(sandbox.applied).toHaveLength(1)
  })
})
