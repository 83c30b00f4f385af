import { Octokit } from "@octokit/core"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { bindTree, type ClientOptions, chain } from "../../index.js"
import {
  anywhere,
  data,
  type GithubDouble,
  handWritten,
  labelsAddRest,
  loaded,
  operationOf,
  startGithub,
  testToken,
} from "../../testing/index.js"

let github: GithubDouble
let ghx: typeof anywhere

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { number: 1, title: "Bug", milestone: { title: "v1" }, labels: [{ name: "bug" }] }

const bind = (options: ClientOptions = {}) =>
  bindTree(anywhere, github.client({ routes: ["rest"], ...options }))

beforeEach(async () => {
  github = await startGithub(() => ({ body: issue }))
  ghx = bind()
})
afterEach(() => github.close())

const paths = () => github.requests.map(({ method, path }) => `${method} ${path}`)

describe("a REST endpoint", () => {
  test("is requested with the token, and its response is mapped", async () => {
    expect(await ghx.issue.view(input).orThrow()).toEqual({
      number: 1,
      title: "Bug",
      milestone: "v1",
    })
    expect(github.requests[0]).toMatchObject({
      method: "GET",
      path: "/repos/octocat/hello-world/issues/1",
      headers: { authorization: `bearer ${testToken}`, accept: "application/vnd.github+json" },
    })
  })

  test("is below /api/v3 on an Enterprise Server", async () => {
    await bind({ base_url: `${github.url}/api/v3` }).issue.view(input)
    expect(paths()).toEqual(["GET /api/v3/repos/octocat/hello-world/issues/1"])
  })

  test("receives its body unchanged, with null, without undefined, also through Octokit", async () => {
    await ghx.issue.labels.add({ ...input, labels: ["bug"] })
    expect(github.requests[0]?.body).toEqual({
      labels: ["bug"],
      url: "a field that Octokit knows",
      data: null,
    })
    expect(paths()).toEqual([
      "POST /repos/octocat/hello-world/issues/1/labels",
      "GET /repos/octocat/hello-world/issues/1",
    ])
  })

  test("that responds with 204 has a result computed from the input", async () => {
    github.answer = () => ({ status: 204, body: "" })
    expect(
      await ghx.issue.comment.delete({ owner: "o", repo: "r", comment_id: 7 }).orThrow(),
    ).toEqual({ deleted: 7 })
  })

  test("may respond with text", async () => {
    github.answer = () => ({ body: "# Hello\n{not json}" })
    const file = ghx.repo.file.raw({ owner: "o", repo: "r", path: "README.md" })
    expect(await file.orThrow()).toEqual({ text: "# Hello\n{not json}" })
    expect(github.requests[0]?.headers.accept).toBe("application/vnd.github.raw+json")
  })
})

test("a REST response with status 202 is a retryable SERVER error", async () => {
  github.answer = () => ({ status: 202, body: {} })
  const { error } = (await ghx.repo.file.raw({ owner: "o", repo: "r", path: "README.md" })) as never
  expect(error).toMatchObject({
    code: "SERVER",
    retryable: true,
    details: { retry_after_ms: 2_000 },
  })
})

test("a REST endpoint of text that responds with JSON is a SERVER error", async () => {
  github.answer = () => ({ body: { content: "IyBIZWxsbw==" } })
  expect(await ghx.repo.file.raw({ owner: "o", repo: "r", path: "README.md" })).toMatchObject({
    error: { code: "SERVER", message: expect.stringContaining("is JSON") },
  })
})

describe("a value in a REST URL", () => {
  test.each([
    ["src/a b.ts", "src%2Fa%20b.ts"],
    ["../../user", "..%2F..%2Fuser"],
    ["%2e%2e", "%252e%252e"],
    ["a?b#c", "a%3Fb%23c"],
    [":name{x}", "%3Aname%7Bx%7D"],
    ["\\..\\", "%5C..%5C"],
    ["ü", "%C3%BC"],
  ])("is percent-encoded in the path: %s", async (path, encoded) => {
    github.answer = () => ({ body: "text" })
    await ghx.repo.file.raw({ owner: "o", repo: "r", path })
    expect(paths()).toEqual([`GET /repos/o/r/contents/${encoded}`])
  })

  test.each(["", ".", "..", "\ud800", "x".repeat(9000)])(
    "is rejected in the path: %j",
    async (path) => {
      expect(await ghx.repo.file.raw({ owner: "o", repo: "r", path })).toMatchObject({
        error: { code: "VALIDATION", message: expect.stringContaining("path") },
      })
      expect(github.requests).toHaveLength(0)
    },
  )

  test("is encoded in the query; lists repeat their name, undefined is omitted", async () => {
    github.answer = () => ({ body: "text" })
    await ghx.repo.file.raw({ owner: "o", repo: "r", path: "a", ref: "x&y=:z{1}" })
    await ghx.repo.file.raw({ owner: "o", repo: "r", path: "a", kinds: ["p", "q&"] })
    expect(paths()).toEqual([
      "GET /repos/o/r/contents/a?ref=x%26y%3D%3Az%7B1%7D",
      "GET /repos/o/r/contents/a?kinds=p&kinds=q%26",
    ])
  })
})

describe("a REST redirect", () => {
  test("to another host is followed without the token", async () => {
    const storage = await startGithub(() => ({ body: "the log" }))
    const location = `${storage.url}/log?sig=:abc{d}`
    github.answer = () => ({ status: 302, headers: { location }, body: "" })
    const own = vi.fn(globalThis.fetch)
    const log = bind({ fetch: own }).repo.file.raw({ owner: "o", repo: "r", path: "log" })
    expect(await log.orThrow()).toEqual({ text: "the log" })
    expect(own.mock.calls[1]?.[0]).toBe(storage.requests[0] && `${storage.url}/log?sig=:abc{d}`)
    expect(storage.requests).toHaveLength(1)
    expect(storage.requests[0]?.headers).not.toHaveProperty("authorization")
    expect(storage.requests[0]?.path).toBe("/log?sig=:abc{d}")
    await storage.close()
  })

  test("to a path outside the API is followed without the token", async () => {
    github.answer = ({ path }) =>
      path === "/storage/log"
        ? { body: "the log" }
        : { status: 302, headers: { location: "/storage/log" }, body: "" }
    const server = bind({ base_url: `${github.url}/api/v3` })
    expect(await server.repo.file.raw({ owner: "o", repo: "r", path: "log" })).toMatchObject({
      ok: true,
    })
    expect(github.requests.map(({ headers }) => "authorization" in headers)).toEqual([true, false])
  })

  test("of a renamed repository keeps the token; a write follows 307, but not 302", async () => {
    const to = (status: number) => {
      github.requests.length = 0
      github.answer = ({ path = "" }) => {
        const location = path.replace(/^.repos.\w+.[\w-]+/, "/repositories/5")
        return location === path
          ? { body: { ...issue, html_url: "u" } }
          : { status, headers: { location }, body: {} }
      }
    }
    to(301)
    expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
    expect(github.requests[1]?.headers.authorization).toBe(`bearer ${testToken}`)
    to(307)
    expect(await ghx.issue.comments.create({ ...input, body: "x" })).toMatchObject({ ok: true })
    expect(paths().at(-1)).toBe("POST /repositories/5/issues/1/comments")
    to(302)
    expect(await ghx.issue.comments.create({ ...input, body: "x" })).toMatchObject({ ok: false })
    expect(github.requests).toHaveLength(1)
  })

  test("never sends a write to another host", async () => {
    const other = await startGithub()
    github.answer = () => ({ status: 307, headers: { location: `${other.url}/x` }, body: {} })
    expect(await ghx.issue.comments.create({ ...input, body: "x" })).toMatchObject({
      ok: false,
      error: { details: { outcome: "rejected" } },
    })
    expect(other.requests).toHaveLength(0)
    await other.close()
  })

  test("that the browser hides is followed by the browser for reads only", async () => {
    const seen: unknown[] = []
    // Browsers hide redirects that are not followed; Node shows them.
    const browser: typeof fetch = async (address, init) => {
      seen.push(init?.redirect)
      const response = await fetch(address, init)
      if (response.status < 300 || response.status > 399) return response
      return Object.defineProperties(new Response(), {
        type: { value: "opaqueredirect" },
        status: { value: 0 },
      })
    }
    const octokit = new Octokit({
      baseUrl: github.url,
      auth: testToken,
      request: { fetch: browser },
    })
    const own = bind({ octokit })
    github.answer = ({ path }) =>
      path?.startsWith("/repositories/")
        ? { body: issue }
        : { status: 301, headers: { location: "/repositories/5/issues/1" }, body: {} }
    expect(await own.issue.view(input)).toMatchObject({ ok: true })
    expect(seen).toEqual(["manual", "follow"])
    expect(await own.issue.comments.create({ ...input, body: "x" })).toMatchObject({
      error: {
        message: "The browser hides where GitHub redirects to",
        details: { outcome: "unknown" },
      },
    })
    expect(github.requests.filter(({ method }) => method === "POST")).toHaveLength(1)
  })

  test("is followed at most 5 times", async () => {
    github.answer = ({ path }) => ({ status: 302, headers: { location: path ?? "" }, body: "" })
    expect(await ghx.issue.view(input)).toMatchObject({
      error: { code: "UNKNOWN", message: "GitHub redirected more than 5 times" },
    })
    expect(github.requests).toHaveLength(6)
  })

  test("names the host of its target if that is unreachable", async () => {
    const gone = await startGithub()
    await gone.close()
    github.answer = () => ({ status: 302, headers: { location: gone.url }, body: "" })
    const log = await ghx.repo.file.raw({ owner: "o", repo: "r", path: "log" })
    const { host } = new URL(gone.url)
    expect(log).toMatchObject({
      error: {
        message: expect.stringContaining(`No answer from ${host}: `),
        details: {
          fix: `GitHub redirects to ${host}: check that it is reachable from here`,
        },
      },
    })
  })

  test.each([
    [
      403,
      {
        body: "<Error><Code>AuthenticationFailed</Code><Message>Signature not valid\nRequestId:1</Message></Error>",
      },
      "403: AuthenticationFailed: Signature not valid",
      "SERVER",
    ],
    [401, { body: {} }, "401", "SERVER"],
    [
      400,
      { body: "<Error><Code>InvalidQueryParameterValue</Code></Error>" },
      "400: Invalid",
      "SERVER",
    ],
    [404, { body: "<Error><Code>BlobNotFound</Code></Error>" }, "404: BlobNotFound", "NOT_FOUND"],
  ])("to a store that answers %i does not blame the token", async (status, reply, words, code) => {
    const headers = { "content-type": "application/xml" }
    const storage = await startGithub(() => ({ status, headers, ...reply }))
    github.answer = () => ({ status: 302, headers: { location: `${storage.url}/log` }, body: "" })
    const own = bind({ retry: false })
    const log = await own.repo.file.raw({ owner: "o", repo: "r", path: "log" })
    const { host } = new URL(storage.url)
    expect(log).toMatchObject({
      error: {
        code,
        message: expect.stringContaining(
          `${host}, to which GitHub redirects, answered HTTP ${words}`,
        ),
      },
    })
    expect(JSON.stringify(log)).not.toContain("token")
    await storage.close()
  })

  test("names its target if that is not an HTTP address", async () => {
    github.answer = () => ({ status: 302, headers: { location: "file:///etc/hosts" }, body: "" })
    expect(await ghx.issue.view(input)).toMatchObject({
      error: { message: "GitHub answered HTTP 302, a redirect to file:///etc/hosts" },
    })
  })
})

describe("a REST error", () => {
  test("names the missing object if the status is 404", async () => {
    github.answer = () => ({ status: 404, body: { message: "Not Found" } })
    expect(await ghx.issue.view(input)).toMatchObject({
      error: {
        code: "NOT_FOUND",
        message:
          'issue.view found no issue for owner "octocat", repo "hello-world", issue_number 1',
      },
    })
  })

  test("reports that the write was applied if a later request fails", async () => {
    github.answer = ({ method }) => (method === "POST" ? { body: [] } : { status: 502, body: {} })
    expect(await ghx.issue.labels.add({ ...input, labels: ["bug"] })).toMatchObject({
      error: {
        code: "SERVER",
        message: expect.stringMatching(/^GitHub applied the write, but then failed: /),
        details: { outcome: "unknown", applied: true },
      },
    })
  })

  test("has outcome not_sent if it occurs before the first write", async () => {
    const definition = await loaded(labelsAddRest)
    const [write, read] = definition.rest?.endpoints ?? []
    if (!definition.rest || !write || !read) throw new Error("no REST route")
    const rest = { ...definition.rest, endpoints: [read, write] }
    const first = handWritten({ ...definition, idempotent: false, rest })
    const own = bindTree({ first }, github.client())
    github.answer = () => ({ status: 502, body: {} })
    expect(await own.first({ ...input, labels: ["bug"] })).toMatchObject({
      error: { code: "SERVER", retryable: true, details: { outcome: "not_sent" } },
    })
    github.answer = ({ method }) => (method === "GET" ? { body: issue } : { status: 502, body: {} })
    expect(await own.first({ ...input, labels: ["bug"] })).toMatchObject({
      error: { code: "SERVER", retryable: false, details: { outcome: "unknown" } },
    })
  })

  test("is SERVER if the body is truncated or not JSON", async () => {
    for (const reply of [{ body: issue, fault: "cut" } as const, { body: "<html>" }]) {
      github.answer = () => reply
      expect(await ghx.issue.view(input)).toMatchObject({ error: { code: "SERVER" } })
    }
  })
})

test("a chain sends a REST step beside the batch of its GraphQL steps", async () => {
  github.answer = (request) =>
    operationOf(request) === "ThreadReply"
      ? data({ addReply: { comment: { id: "C_1" } } })
      : { status: 204, body: "" }
  const client = bindTree(anywhere, github.client())
  const { status, results, meta } = await chain(
    client.issue.comment.delete({ owner: "o", repo: "r", comment_id: 7 }),
    client.pr.thread.reply({ thread_id: "T_1", body: "x" }),
  )
  expect(status).toBe("success")
  expect(results).toMatchObject([{ data: { deleted: 7 } }, { data: { id: "C_1" } }])
  expect(meta).toMatchObject({ route_used: "mixed", requests: 2 })
})

test("a chain sends a batch without waiting for a REST step", async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  github.answer = async (request) => {
    if (operationOf(request) === "ThreadReply") {
      release()
      return data({ addReply: { comment: { id: "C_1" } } })
    }
    await held
    return { status: 204, body: "" }
  }
  const client = bindTree(anywhere, github.client())
  const both = chain(
    client.issue.comment.delete({ owner: "o", repo: "r", comment_id: 7 }),
    client.pr.thread.reply({ thread_id: "T_1", body: "x" }),
  )
  expect((await both.run({ timeout_ms: 60_000 })).status).toBe("success")
})
