import { inspect } from "node:util"
import { Octokit } from "@octokit/core"
import { request } from "@octokit/request"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import "../../default.js"
import { bindTree, type ClientOptions, chain, createClient, type RouteType } from "../../index.js"
import {
  data,
  type GithubDouble,
  handWritten,
  loaded,
  startGithub,
  testToken,
  tree,
} from "../../testing/index.js"
import { environmentRepository, fromEnvironment } from "./environment.js"

let github: GithubDouble
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }

beforeAll(async () => {
  github = await startGithub(() =>
    data({ repository: { issue: { number: 1, title: "Bug", milestone: null } } }),
  )
})
beforeEach(() => {
  github.requests.length = 0
})
afterAll(() => github.close())

const authorization = () => github.requests.map(({ headers }) => headers.authorization)

test.each([[{ 0: "rest" }], ["rest"], [["gql"]], [[7]], [null]])(
  "createClient rejects the routes %j",
  (routes) => {
    const options = { routes } as unknown as ClientOptions
    expect(() => createClient(options)).toThrow("routes takes a list of graphql, rest, cli")
  },
)

test("createClient copies its list of routes", () => {
  const routes: RouteType[] = ["rest"]
  const client = createClient({ routes })
  routes.push("cli")
  expect(client.routes).toEqual(["rest"])
})

describe("base_url", () => {
  test.each([
    [undefined, "https://api.github.com/graphql", "github.com"],
    ["https://api.github.com", "https://api.github.com/graphql", "github.com"],
    ["https://github.com/", "https://api.github.com/graphql", "github.com"],
    ["https://octo.ghe.com", "https://api.octo.ghe.com/graphql", "octo.ghe.com"],
    ["https://api.octo.ghe.com", "https://api.octo.ghe.com/graphql", "octo.ghe.com"],
    ["https://ghes.test/api/v3", "https://ghes.test/api/graphql", "ghes.test"],
    ["https://ghes.test/api/v3/", "https://ghes.test/api/graphql", "ghes.test"],
    ["https://ghes.test/api/graphql", "https://ghes.test/api/graphql", "ghes.test"],
    ["https://ghes.test", "https://ghes.test/api/graphql", "ghes.test"],
    [
      "https://ghes.test:8443/git/api/v3",
      "https://ghes.test:8443/git/api/graphql",
      "ghes.test:8443",
    ],
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000/graphql", "127.0.0.1:4000"],
    ["http://localhost:4000/", "http://localhost:4000/graphql", "localhost:4000"],
    ["http://127.0.0.1:4000/graphql", "http://127.0.0.1:4000/graphql", "127.0.0.1:4000"],
    ["http://127.0.0.1:4000/api/v3", "http://127.0.0.1:4000/api/graphql", "127.0.0.1:4000"],
  ])("%s resolves to the GraphQL endpoint %s", (base_url, graphql, host) => {
    const { endpoint } = createClient({ token: testToken, ...(base_url && { base_url }) })
    expect(endpoint).toMatchObject({ graphql, host })
  })

  test.each(["ghes.test", "ftp://ghes.test", ""])("rejects %j", (base_url) => {
    expect(() => createClient({ base_url })).toThrow("base_url must be an http or https URL")
  })
})

describe("the token option", () => {
  test("is sent in a request that equals that of Octokit", async () => {
    const withToken = createClient({ base_url: github.url, token: testToken })
    const given = createClient({ base_url: github.url, octokit: { request } })
    for (const client of [withToken, given]) await bindTree(tree, client).issue.view(input)
    const [own, octokits] = github.requests.map(({ headers, ...sent }) => {
      const { accept, "content-type": type, "user-agent": agent } = headers
      const name = String(agent).replace(/^ghx|^octokit-request\.js\/\S+/, "")
      return { ...sent, accept, type, name }
    })
    expect(own).toEqual(octokits)
    expect(github.requests[0]?.headers["user-agent"]).toMatch(/^ghx /)
  })

  test("is sent with every request", async () => {
    await bindTree(tree, github.client()).issue.view(input)
    expect(authorization()).toEqual([`bearer ${testToken}`])
  })

  test("is called before every request if it is a function", async () => {
    const token = vi.fn().mockReturnValueOnce("first-token").mockResolvedValueOnce("second-token")
    const { issue } = bindTree(tree, github.client({ token }))
    await issue.view(input)
    await issue.view(input)
    expect(authorization()).toEqual(["bearer first-token", "bearer second-token"])
  })

  test.each([
    ["an empty string", ""],
    ["a function that returns an empty string", () => ""],
  ])("causes an AUTH error with a fix, and no request, if it is %s", async (_, token) => {
    const result = await bindTree(tree, github.client({ token })).issue.view(input)
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "AUTH",
        message: expect.stringMatching(/^There is no token for 127\.0\.0\.1:\d+$/),
        details: { fix: expect.stringContaining("Set ") },
      },
    })
    expect(github.requests).toHaveLength(0)
  })

  test.each([
    ["a string with a line break", "first\nsecond"],
    ["a function that returns a string with a space", () => "first second"],
  ])("is neither sent nor shown in the AUTH error if it is %s", async (_, token) => {
    const result = await bindTree(tree, github.client({ token })).issue.view(input)
    expect(result).toMatchObject({
      ok: false,
      error: { code: "AUTH", details: { fix: expect.stringContaining("line break") } },
    })
    expect(JSON.stringify(result)).not.toContain("first")
    expect(github.requests).toHaveLength(0)
  })

  test("skips the GraphQL route if it is missing", async () => {
    const { issue } = bindTree(tree, createClient())
    const result = await issue.view(input).run({ trace: true })
    expect(result).toMatchObject({
      error: { code: "AUTH", details: { fix: expect.stringContaining("Set GH_TOKEN") } },
      meta: { attempts: [{ route: "graphql", status: "skipped", error_code: "AUTH" }] },
    })
    expect(result.meta).not.toHaveProperty("route_used")
  })

  test("times out before anything is sent if it is a function that never resolves", async () => {
    const client = github.client({ token: () => new Promise<string>(() => undefined) })
    const { pr } = bindTree(tree, client)
    expect(
      await pr.thread.reply({ thread_id: "T_1", body: "x" }).run({ timeout_ms: 100 }),
    ).toMatchObject({ error: { code: "NETWORK", details: { outcome: "not_sent" } } })
    expect(github.requests).toHaveLength(0)
  })
})

describe("the fetch option", () => {
  const own = vi.fn<typeof fetch>((address, init) => fetch(address, init))
  beforeEach(() => {
    own.mockClear()
  })

  test("sends every request of each route", async () => {
    const client = createClient({ base_url: github.url, token: testToken, fetch: own })
    const { issue } = bindTree(tree, client)
    expect((await issue.view(input)).ok).toBe(true)
    await issue.view(input).run({ route: "rest" })
    expect(own).toHaveBeenCalledTimes(github.requests.length)
    expect(authorization()[0]).toContain(testToken)
  })

  test("is rejected beside an Octokit", () => {
    const octokit = new Octokit({ baseUrl: github.url })
    expect(() => createClient({ octokit, fetch: own })).toThrow("request: { fetch }")
  })
})

test("the fix of a missing token names the token option if there is no process.env", async () => {
  const { ...others } = process
  vi.stubGlobal("process", { ...others, env: undefined })
  try {
    const { issue } = bindTree(tree, createClient({ routes: ["graphql"] }))
    expect(await issue.view(input)).toMatchObject({
      error: {
        code: "AUTH",
        details: { fix: expect.stringContaining("Pass `token` to createGhx") },
      },
    })
  } finally {
    vi.unstubAllGlobals()
  }
})

test("environmentRepository reads GH_REPO and GITHUB_REPOSITORY", () => {
  vi.stubEnv("GH_REPO", "")
  vi.stubEnv("GITHUB_REPOSITORY", "octocat/hello-world")
  expect(environmentRepository()).toEqual({ owner: "octocat", repo: "hello-world" })
  vi.stubEnv("GH_REPO", "ghes.test/ada/engine")
  expect(environmentRepository()).toEqual({ owner: "ada", repo: "engine" })
  for (const name of ["GH_REPO", "GITHUB_REPOSITORY"]) vi.stubEnv(name, "")
  expect(environmentRepository).toThrow("is not set, or not of the form owner/repo")
  vi.unstubAllEnvs()
})

describe("the octokit option", () => {
  test("sends requests with the address, authentication and hooks of the Octokit", async () => {
    const octokit = new Octokit({ auth: "octokit-token", baseUrl: github.url })
    const seen = vi.fn()
    octokit.hook.after("request", (response) => seen(response.data))
    const { issue } = bindTree(tree, createClient({ octokit }))
    expect((await issue.view(input)).ok).toBe(true)
    expect(authorization()).toEqual(["token octokit-token"])
    expect(seen).toHaveBeenCalledWith({ data: { repository: { issue: expect.anything() } } })
  })

  test.each(["text/plain", "application/octet-stream"])(
    "returns the same result as ghx's own HTTP for JSON of type %s",
    async (type) => {
      const answer = github.answer
      github.answer = async (request) => ({
        ...(await answer(request)),
        headers: { "content-type": type },
      })
      const octokit = new Octokit({ baseUrl: github.url })
      const [own, ours] = await Promise.all(
        [{ octokit }, { base_url: github.url, token: testToken }].map((options) =>
          bindTree(tree, createClient(options)).issue.view(input),
        ),
      )
      github.answer = answer
      expect(own).toMatchObject({ ok: true, data: ours?.ok && ours.data })
    },
  )

  test("returns an error envelope if a hook of the Octokit throws", async () => {
    const octokit = new Octokit({ baseUrl: github.url })
    octokit.hook.before("request", () => {
      throw new Error("not today")
    })
    const { issue } = bindTree(tree, createClient({ octokit }))
    expect(await issue.view(input)).toMatchObject({
      ok: false,
      error: { code: "UNKNOWN", message: "Unexpected error: not today", retryable: false },
    })
  })
})

test.each([
  () => Object(undefined).method(),
  () => Object(null).one.two,
  () => [...Object({})],
  () => Object(1)(),
])(
  "a TypeError in an Octokit hook (%s) is reported without the message of the engine",
  async (defect) => {
    const octokit = new Octokit({ baseUrl: github.url })
    octokit.hook.before("request", defect)
    const { issue } = bindTree(tree, createClient({ octokit }))
    expect(await issue.view(input)).toMatchObject({
      error: {
        code: "UNKNOWN",
        message: "Unexpected error: a member is missing or has another type",
        details: { fix: expect.stringContaining("hook") },
      },
    })
  },
)

describe("fromEnvironment", () => {
  function read(environment: Record<string, string>): unknown {
    for (const name of [
      "GH_TOKEN",
      "GITHUB_TOKEN",
      "GH_HOST",
      "GH_ENTERPRISE_TOKEN",
      "GITHUB_ENTERPRISE_TOKEN",
      "GHX_BASE_URL",
      "GITHUB_ACTIONS",
      "GITHUB_API_URL",
    ]) {
      vi.stubEnv(name, environment[name])
    }
    const { base_url, token } = fromEnvironment()
    vi.unstubAllEnvs()
    return [createClient({ base_url }).endpoint.graphql, token]
  }

  const githubCom = "https://api.github.com/graphql"
  const local = "http://127.0.0.1:4000"

  test.each([
    [{}, githubCom, undefined],
    [{ GITHUB_TOKEN: "b" }, githubCom, "b"],
    [{ GH_TOKEN: "a", GITHUB_TOKEN: "b" }, githubCom, "a"],
    [{ GH_TOKEN: "", GITHUB_TOKEN: "b" }, githubCom, "b"],
    [{ GH_TOKEN: "a", GH_ENTERPRISE_TOKEN: "c" }, githubCom, "a"],
    [{ GH_TOKEN: "a", GH_HOST: "octo.ghe.com" }, "https://api.octo.ghe.com/graphql", "a"],
    [{ GH_TOKEN: "a", GH_HOST: "ghes.test" }, "https://ghes.test/api/graphql", undefined],
    [
      { GH_TOKEN: "a", GH_HOST: "ghes.test", GH_ENTERPRISE_TOKEN: "c" },
      "https://ghes.test/api/graphql",
      "c",
    ],
    [
      { GITHUB_ACTIONS: "true", GITHUB_API_URL: "https://ghes.test/api/v3", GITHUB_TOKEN: "b" },
      "https://ghes.test/api/graphql",
      "b",
    ],
    [
      { GITHUB_ACTIONS: "true", GITHUB_API_URL: "https://ghes.test/api/v3", GH_TOKEN: "a" },
      "https://ghes.test/api/graphql",
      undefined,
    ],
    [
      { GITHUB_ACTIONS: "true", GITHUB_API_URL: "https://api.github.com", GITHUB_TOKEN: "b" },
      githubCom,
      "b",
    ],
    [{ GITHUB_API_URL: "https://ghes.test/api/v3", GITHUB_TOKEN: "b" }, githubCom, "b"],
    [{ GH_HOST: "ghes.test", GITHUB_ENTERPRISE_TOKEN: "d" }, "https://ghes.test/api/graphql", "d"],
    [{ GHX_BASE_URL: local }, `${local}/graphql`, undefined],
    [{ GH_TOKEN: "a", GHX_BASE_URL: local }, `${local}/graphql`, "a"],
    [{ GITHUB_TOKEN: "b", GHX_BASE_URL: local }, `${local}/graphql`, "b"],
    [
      { GH_TOKEN: "a", GH_HOST: "ghes.test", GH_ENTERPRISE_TOKEN: "c", GHX_BASE_URL: local },
      `${local}/graphql`,
      "a",
    ],
    [
      { GH_HOST: "ghes.test", GH_ENTERPRISE_TOKEN: "c", GHX_BASE_URL: local },
      `${local}/graphql`,
      "c",
    ],
    [
      { GH_HOST: "127.0.0.1:4000", GH_ENTERPRISE_TOKEN: "c", GHX_BASE_URL: local },
      `${local}/graphql`,
      "c",
    ],
    [
      { GH_TOKEN: "a", GHX_BASE_URL: "https://evil.test" },
      "https://evil.test/api/graphql",
      undefined,
    ],
    [
      { GH_TOKEN: "a", GHX_BASE_URL: "https://api.github.com.evil.test" },
      "https://api.github.com.evil.test/api/graphql",
      undefined,
    ],
  ])("reads %j as the endpoint %s with the token %s", (environment, graphql, token) => {
    expect(read(environment)).toEqual([graphql, token])
  })

  test("returns only a token that belongs to the given host", () => {
    vi.stubEnv("GHX_BASE_URL", undefined)
    vi.stubEnv("GH_HOST", "ghes.test")
    vi.stubEnv("GH_ENTERPRISE_TOKEN", "c")
    vi.stubEnv("GH_TOKEN", "a")
    expect(fromEnvironment({ host: "other.test" })).toEqual({
      base_url: "https://other.test/api/v3",
      gh: { login: true },
    })
    expect(fromEnvironment({ host: "github.com" })).toMatchObject({ token: "a" })
    const upper = { base_url: "https://api.github.com", token: "a" }
    expect(fromEnvironment({ host: "GitHub.com" })).toEqual(upper)
    expect(fromEnvironment({ host: "GHES.test" })).toMatchObject({ token: "c" })
    expect(() => fromEnvironment({ host: "https://ghes.test/api/v3" })).toThrow(
      'A host is a name such as github.example.com, not "https://ghes.test/api/v3"',
    )
    vi.stubEnv("GHX_BASE_URL", "https://ghes.test")
    expect(() => fromEnvironment({ host: "other.test" })).toThrow("GHX_BASE_URL is ghes.test")
    expect(fromEnvironment({ host: "GHES.test" }).base_url).toBe("https://ghes.test")
    vi.unstubAllEnvs()
  })

  test("configures the client of capabilities that are not bound to one", async () => {
    vi.stubEnv("GHX_BASE_URL", github.url)
    vi.stubEnv("GH_TOKEN", testToken)
    vi.stubEnv("GH_HOST", undefined)
    const result = await tree.issue.view(input)
    const { meta } = await chain(tree.issue.view(input))
    vi.unstubAllEnvs()
    expect(result.ok).toBe(true)
    expect(meta.requests).toBe(1)
    expect(authorization()).toEqual([`bearer ${testToken}`, `bearer ${testToken}`])
  })
})

test("a client shows no token when it is inspected", () => {
  expect(inspect(github.client(), { depth: null, showHidden: true })).not.toContain(testToken)
})

describe("bindTree", () => {
  test("binds every capability without changing the tree", async () => {
    const bound = bindTree({ ...tree, version: 1, list: [1], no: null }, github.client())
    expect(bound).toMatchObject({ version: 1, list: [1], no: null })
    expect(bound.issue.view.definition).toBe(tree.issue.view.definition)
    expect(bound.issue.view).not.toBe(tree.issue.view)
    expect((await bound.issue.view(input)).ok).toBe(true)
  })
})

describe("validate_output", () => {
  const broken = data({ repository: { issue: { number: "1", title: null, milestone: null } } })

  test("reports where a result breaks its contract, on or off", async () => {
    const double = await startGithub(() => broken)
    const { issue } = bindTree(tree, double.client({ validate_output: true }))
    expect(await issue.view(input)).toMatchObject({
      ok: false,
      error: {
        code: "UNKNOWN",
        message:
          'The result of issue.view breaks its contract: /number: expected integer, found string "1"; /title: expected string, found null',
      },
    })
    const unchecked = bindTree(tree, double.client({ validate_output: false }))
    expect(await unchecked.issue.view(input)).toMatchObject({
      error: { message: expect.stringContaining("/number: expected integer, found string") },
    })
    await double.close()
  })

  test("accepts an unknown enum value if it is off", async () => {
    const issue = { number: 1, title: "Bug", milestone: null }
    const double = await startGithub(() => data({ repository: { issue } }))
    const title = { type: "string", enum: ["Feature"] } as const
    const output = { type: "object", required: ["title"], properties: { title } } as const
    const view = handWritten({ ...(await loaded(tree.issue.view)), output })
    const ghx = bindTree({ view }, double.client({ validate_output: false }))
    expect(await ghx.view(input)).toMatchObject({ ok: true, data: { title: "Bug" } })
    await double.close()
  })

  test("reports that a write was applied if its result breaks the contract", async () => {
    const double = await startGithub(() => data({ addReply: { comment: { id: 1 } } }))
    const { pr } = bindTree(tree, double.client())
    expect(await pr.thread.reply({ thread_id: "T_1", body: "x" })).toMatchObject({
      error: { code: "UNKNOWN", retryable: false, details: { outcome: "unknown", applied: true } },
    })
    await double.close()
  })

  test.each([
    ["development", true],
    ["test", true],
    ["production", false],
    ["", false],
  ])("with NODE_ENV=%s defaults to %s", (environment, expected) => {
    vi.stubEnv("NODE_ENV", environment)
    expect(createClient().validate_output).toBe(expected)
    vi.unstubAllEnvs()
  })
})
