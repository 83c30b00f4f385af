import { createHash } from "node:crypto"
import { Octokit } from "@octokit/core"
import { LRUCache } from "lru-cache"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { bindTree, type CachedResponse, type ClientOptions, type ResponseCache } from "../index.js"
import { anywhere, type GithubDouble, startGithub, testToken } from "../testing/index.js"

let github: GithubDouble
let issue: { number: number; title: string; milestone: { title: string } | null }
/** Statuses in the order of the requests. */
let answered: number[]

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const file = { owner: "octocat", repo: "hello-world", path: "README.md" }

const etagOf = (body: unknown) =>
  `W/"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`

beforeEach(async () => {
  issue = { number: 1, title: "Bug", milestone: null }
  answered = []
  github = await startGithub(({ path, headers }) => {
    const body = path?.includes("/contents/") ? "# Hello" : issue
    const etag = etagOf([body, headers.authorization])
    const isSame = headers["if-none-match"] === etag
    answered.push(isSame ? 304 : 200)
    return isSame
      ? { status: 304, headers: { etag, "x-ratelimit-remaining": "7" }, body: "" }
      : { headers: { etag, "x-ratelimit-remaining": "6" }, body }
  })
})
afterEach(() => github.close())

const bind = (response_cache: ResponseCache, options: ClientOptions = {}) =>
  bindTree(anywhere, github.client({ routes: ["rest"], response_cache, ...options }))

const asked = () => github.requests.map(({ headers }) => headers["if-none-match"])

describe.each([
  ["a Map", () => new Map<string, CachedResponse>()],
  ["an lru-cache", () => new LRUCache<string, CachedResponse>({ max: 10 })],
  [
    "an asynchronous one of texts",
    (): ResponseCache => {
      const texts = new Map<string, string>()
      return {
        get: async (key) => JSON.parse(texts.get(key) ?? "null"),
        set: async (key, response) => texts.set(key, JSON.stringify(response)),
      }
    },
  ],
])("with %s as cache, a read", (_, make) => {
  test("is asked for again by its version, and not sent again while it holds", async () => {
    const ghx = bind(make())
    const first = await ghx.issue.view(input)
    const second = await ghx.issue.view(input)
    expect(second).toMatchObject({ ok: true, data: first.ok && first.data })
    expect(second.meta.cost).toEqual({ points: 1, remaining: 7 })
    expect(answered).toEqual([200, 304])
    expect(asked()).toEqual([undefined, etagOf([issue, `bearer ${testToken}`])])
  })

  test("that has changed is seen at once", async () => {
    const ghx = bind(make())
    await ghx.issue.view(input)
    issue = { ...issue, title: "Fixed" }
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Fixed" })
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Fixed" })
    expect(answered).toEqual([200, 200, 304])
  })

  test("of a text is kept as it is", async () => {
    const ghx = bind(make())
    await ghx.repo.file.raw(file)
    expect(await ghx.repo.file.raw(file).orThrow()).toEqual({ text: "# Hello" })
    expect(answered).toEqual([200, 304])
  })
})

describe("an answer", () => {
  test("is never shared between tokens, servers, addresses or media types", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    await ghx.issue.view(input)
    await bind(cache, { token: "another" }).issue.view(input)
    await bind(cache, { base_url: `${github.url}/api/v3` }).issue.view(input)
    const other = { ...input, issue_number: 2 }
    await ghx.issue.view(other)
    await ghx.repo.file.raw(file)
    await ghx.repo.file.raw({ ...file, ref: "v1" })
    expect(asked()).toEqual(Array(6).fill(undefined))
    expect(cache.size).toBe(6)
  })

  test("of an Octokit that authenticates by itself is for its client alone", async () => {
    const cache = new Map<string, CachedResponse>()
    const octokit = new Octokit({ auth: testToken, baseUrl: github.url })
    const ghx = bind(cache, { octokit })
    await ghx.issue.view(input)
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Bug" })
    await bind(cache, { octokit }).issue.view(input)
    expect(answered).toEqual([200, 304, 200])
  })

  test("that broke off is not kept", async () => {
    const { answer } = github
    const octokit = new Octokit({ auth: testToken, baseUrl: github.url })
    const ghx = bind(new Map(), { octokit })
    github.answer = async (request) => ({ ...(await answer(request)), fault: "cut" })
    await ghx.repo.file.raw(file)
    github.answer = answer
    expect(await ghx.repo.file.raw(file).orThrow()).toEqual({ text: "# Hello" })
  })

  test("is kept as GitHub gave it, without a token anywhere", async () => {
    const cache = new Map<string, CachedResponse>()
    await bind(cache).issue.view(input)
    const [[key, kept] = []] = [...cache]
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(kept).toEqual({
      etag: etagOf([issue, `bearer ${testToken}`]),
      body: JSON.stringify(issue),
    })
  })

  test("to a write is neither kept nor asked for by its version", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    for (let count = 0; count < 2; count += 1) {
      await ghx.issue.labels.add({ ...input, labels: ["bug"] })
    }
    expect(github.requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST", "GET"])
    expect(asked()).toEqual(Array(4).fill(undefined))
    expect(cache.size).toBe(0)
  })

  test("behind a redirect is not kept: its version is not that of the address", async () => {
    const cache = new Map<string, CachedResponse>()
    const { answer } = github
    github.answer = (request) =>
      request.path?.endsWith("/issues/1")
        ? { status: 301, headers: { location: `${github.url}/repositories/1/issues/7` }, body: "" }
        : answer(request)
    await bind(cache).issue.view(input).orThrow()
    expect(cache.size).toBe(0)
  })
})

describe("a broken cache costs its saving and nothing else", () => {
  const thrown = () => {
    throw new Error("broken")
  }
  const rejected = () => Promise.reject(new Error("broken"))
  const entry = (etag: unknown, body: unknown, link?: unknown) => () =>
    ({ etag, body, link }) as never
  const valid = 'W/"x"'

  test.each<[string, Partial<ResponseCache>]>([
    ["that throws on reading", { get: thrown }],
    ["that rejects on reading", { get: rejected }],
    ["that throws on writing", { set: thrown }],
    ["that rejects on writing", { set: rejected }],
    ["that never finishes writing", { set: () => new Promise(() => undefined) }],
    ["that holds a text", { get: () => "garbage" as never }],
    ["that holds a version which is no text", { get: entry(1, "{}") }],
    ["that holds a version which is no tag", { get: entry("x\r\nx-evil: 1", "{}") }],
    ["that holds a body which is no text", { get: entry(valid, {}) }],
    ["that holds half a body", { get: entry(valid, '{"title":') }],
    ["that holds a link which is no text", { get: entry(valid, "{}", 1) }],
  ])("%s", async (_, broken) => {
    const ghx = bind({ get: () => undefined, set: () => undefined, ...broken })
    for (let count = 0; count < 2; count += 1) {
      expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Bug" })
    }
    expect(answered).toEqual([200, 200])
    expect(asked()).toEqual([undefined, undefined])
  })

  test("and garbage is replaced by what GitHub answers", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    await ghx.issue.view(input)
    for (const key of cache.keys()) cache.set(key, { etag: valid, body: "{" })
    await ghx.issue.view(input)
    await ghx.issue.view(input)
    expect(answered).toEqual([200, 200, 304])
  })
})

test("without a cache nothing is asked for by its version", async () => {
  const ghx = bindTree(anywhere, github.client({ routes: ["rest"] }))
  await ghx.issue.view(input)
  await ghx.issue.view(input)
  expect(asked()).toEqual([undefined, undefined])
})

test("what breaks its contract is not kept, and asked for anew", async () => {
  const cache = new Map<string, CachedResponse>()
  const right = issue
  issue = { number: "one" } as never
  const ghx = bind(cache)
  expect(await ghx.issue.view(input)).toMatchObject({ ok: false, error: { code: "UNKNOWN" } })
  expect(cache.size).toBe(0)
  issue = right
  expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
  expect(asked()).toEqual([undefined, undefined])
  expect(cache.size).toBe(1)
})
