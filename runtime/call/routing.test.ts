import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree, type ClientOptions, createClient } from "../index.js"
import {
  anywhere,
  data,
  errors,
  type GithubDouble,
  handWritten,
  issueViewAnywhere,
  loaded,
  type Reply,
  startGithub,
} from "../testing/index.js"

let github: GithubDouble
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { number: 1, title: "Bug", milestone: null }

/** The answer of each interface. */
let graphql: Reply
let rest: Reply

beforeEach(async () => {
  graphql = data({ repository: { issue } })
  rest = { body: issue }
  github = await startGithub(({ path }) => (path === "/graphql" ? graphql : rest))
})
afterEach(() => github.close())

const view = (options: ClientOptions = {}, route?: "graphql" | "rest" | "cli") =>
  bindTree(anywhere, github.client({ gh: { path: "/nowhere/gh" }, ...options }))
    .issue.view(input)
    .run({ trace: true, ...(route && { route }) })

describe("route selection", () => {
  test("uses the preferred route of the card", async () => {
    expect(await view()).toMatchObject({
      meta: { route_used: "graphql", reason: "CARD_PREFERRED", attempts: [{}] },
    })
  })

  test("uses the first route of the client's list", async () => {
    expect(await view({ routes: ["rest", "graphql"] })).toMatchObject({
      meta: { route_used: "rest", reason: "DEFAULT_POLICY" },
    })
    expect(await view()).toMatchObject({
      meta: { route_used: "graphql", reason: "CARD_PREFERRED" },
    })
  })

  test("uses only the route that the call requests, without fallback", async () => {
    expect(await view({}, "rest")).toMatchObject({
      meta: { route_used: "rest", reason: "ENV_CONSTRAINT" },
    })
    rest = { status: 502, body: {} }
    expect(await view({}, "rest")).toMatchObject({ ok: false, meta: { attempts: [{}] } })
    expect(await view({ routes: ["graphql"] }, "rest")).toMatchObject({
      error: { code: "ADAPTER_UNSUPPORTED", message: expect.stringContaining("the client allows") },
    })
  })

  test.each([
    ["prefer REST", { prefer: "rest" }, "rest", "CAPABILITY_LIMIT"],
    ["prefer REST for a single call", { prefer: "rest", alone: true }, "rest", "FEWEST_REQUESTS"],
    ["exclude GraphQL", { exclude: "graphql" }, "rest", "CAPABILITY_LIMIT"],
    ["exclude REST", { exclude: "rest" }, "graphql", "CARD_PREFERRED"],
  ] as const)("honours a suitability rule of the card: %s", async (_, rule, route_used, reason) => {
    const seen: unknown[] = []
    const ruled = handWritten<"issue.view", typeof input, unknown>({
      ...(await loaded(issueViewAnywhere)),
      suitability: [
        {
          ...rule,
          reason: "because",
          when: (call) => {
            seen.push(call)
            return true
          },
        },
        { prefer: "cli", reason: "never", when: () => false },
      ],
    })
    const ghx = bindTree({ view: ruled }, github.client())
    expect(await ghx.view(input)).toMatchObject({ ok: true, meta: { route_used, reason } })
    const { host } = new URL(github.url)
    expect(seen).toEqual([{ params: input, env: { host } }])
    // Route options of a client win over the preference of the card.
    const strict = bindTree({ view: ruled }, github.client({ routes: ["graphql"] }))
    expect((await strict.view(input)).ok).toBe(!("exclude" in rule && rule.exclude === "graphql"))
  })

  test("falls back to the next route if the server does not support the first", async () => {
    graphql = errors({ message: "Field 'x' doesn't exist", extensions: { code: "undefinedField" } })
    expect(await view()).toMatchObject({
      ok: true,
      meta: { route_used: "rest", reason: "CAPABILITY_LIMIT" },
    })
  })

  test("falls back to the next route after a transient failure", async () => {
    graphql = { status: 502, body: {} }
    expect(await view()).toMatchObject({
      ok: true,
      meta: { route_used: "rest", reason: "CARD_FALLBACK" },
    })
  })

  test("skips a route that cannot be used here", async () => {
    expect(await view({ routes: ["cli", "rest"] })).toMatchObject({
      ok: true,
      meta: {
        route_used: "rest",
        reason: "PREFLIGHT_FAILED",
        attempts: [{ route: "cli", status: "skipped" }, { route: "rest" }],
      },
    })
  })

  test.each<[string, Reply]>([
    ["a missing issue", data({ repository: { issue: null } })],
    ["a bad token", { status: 401, body: {} }],
    ["an invalid value", { status: 422, body: {} }],
    ["a rate limit", { status: 429, body: {} }],
  ])("does not fall back after %s", async (_, reply) => {
    graphql = reply
    const attempts = [{ route: "graphql", status: "error" }]
    expect(await view()).toMatchObject({ ok: false, meta: { attempts } })
  })
})

describe("the error of several routes", () => {
  test("comes from the most useful route and names that route", async () => {
    graphql = { status: 502, body: { message: "Slow" } }
    rest = { status: 429, body: { message: "Slow down" } }
    expect(await view()).toMatchObject({
      error: { code: "RATE_LIMIT", message: "Slow down", details: { retry_after_ms: 60_000 } },
      meta: {
        route_used: "rest",
        attempts: [
          { route: "graphql", error_code: "SERVER" },
          { route: "rest", error_code: "RATE_LIMIT" },
        ],
      },
    })
  })

  test("recommends setting a token if there is neither a token nor gh", async () => {
    const nobody = createClient({ gh: { path: "/nowhere/gh" } })
    expect(await bindTree(anywhere, nobody).issue.view(input)).toMatchObject({
      error: { code: "AUTH", details: { fix: expect.stringContaining("Set GH_TOKEN") } },
    })
  })
})

describe("an error response of REST", () => {
  const failing = async (reply: Reply) => {
    rest = reply
    const result = await view({}, "rest")
    return result.ok ? undefined : result.error
  }

  test.each<[string, Reply, object]>([
    ["405", { status: 405, body: { message: "Not mergeable" } }, { code: "VALIDATION" }],
    ["409", { status: 409, body: { message: "Conflict" } }, { code: "VALIDATION" }],
    ["410", { status: 410, body: { message: "Issues are disabled" } }, { code: "NOT_FOUND" }],
    [
      "422 with fields",
      {
        status: 422,
        body: {
          message: "Validation Failed",
          errors: [{ resource: "Label", field: "name", code: "already_exists" }, "and so on"],
        },
      },
      { message: "Validation Failed: Label name already_exists; and so on" },
    ],
    [
      "403 for a scope",
      {
        status: 403,
        body: { message: "Must have admin rights" },
        headers: { "x-oauth-scopes": "gist", "x-accepted-oauth-scopes": "admin:org, repo" },
      },
      {
        code: "AUTH",
        details: { fix: expect.stringMatching(/scopes admin:org, repo .*it has gist/) },
      },
    ],
    [
      "404 for a scope",
      {
        status: 404,
        body: { message: "Not Found" },
        headers: { "x-oauth-scopes": "", "x-accepted-oauth-scopes": "repo" },
      },
      { code: "AUTH", details: { fix: expect.stringContaining("it has none") } },
    ],
    [
      "403 at the limit",
      {
        status: 403,
        body: { message: "API rate limit exceeded" },
        headers: { "x-ratelimit-remaining": "0" },
      },
      { code: "RATE_LIMIT" },
    ],
  ])("maps to an error code and a fix: %s", async (_, reply, expected) => {
    expect(await failing(reply)).toMatchObject(expected)
  })

  test("does not recommend more scopes if those of the token suffice", async () => {
    const headers = { "x-oauth-scopes": "repo, gist", "x-accepted-oauth-scopes": "repo" }
    const error = await failing({ status: 404, body: { message: "Not Found" }, headers })
    expect(error?.details?.fix).toBeUndefined()
  })
})
