import { createHash } from "node:crypto"
import { Octokit } from "@octokit/core"
import { LRUCache } from "lru-cache"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import {
  bindTree,
  type CachedResponse,
  type ClientOptions,
  type ResponseCache,
} from "../../index.js"
import { anywhere, type GithubDouble, startGithub, testToken } from "../../testing/index.js"

let github: GithubDouble
let issue: { number: number; title: string; milestone: { title: string } | null }
/** Statuses in the order of the requests. */
let statuses: number[]

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const file = { owner: "octocat", repo: "hello-world", path: "README.md" }

const etagOf = (body: unknown) =>
  `W/"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`

beforeEach(async () => {
  issue = { number: 1, title: "Bug", milestone: null }
  statuses = []
  github = await startGithub(({ path, headers }) => {
    const body = path?.includes("/contents/") ? "# Hello" : issue
    const etag = etagOf([body, headers.authorization])
    const isSame = headers["if-none-match"] === etag
    statuses.push(isSame ? 304 : 200)
    return isSame
      ? { status: 304, headers: { etag, "x-ratelimit-remaining": "7" }, body: "" }
      : { headers: { etag, "x-ratelimit-remaining": "6" }, body }
  })
})
afterEach(() => github.close())

const bind = (response_cache: ResponseCache, options: ClientOptions = {}) =>
  bindTree(anywhere, github.client({ routes: ["rest"], response_cache, ...options }))

const sentETags = () => github.requests.map(({ headers }) => headers["if-none-match"])

describe.each([
  ["a Map", () => new Map<string, CachedResponse>()],
  ["an lru-cache", () => new LRUCache<string, CachedResponse>({ max: 10 })],
  [
    "an asynchronous cache of strings",
    (): ResponseCache => {
      const texts = new Map<string, string>()
      return {
        get: async (key) => JSON.parse(texts.get(key) ?? "null"),
        set: async (key, response) => texts.set(key, JSON.stringify(response)),
      }
    },
  ],
])("a read with %s as cache", (_, make) => {
  test("sends the stored ETag, and uses the stored body after a 304", async () => {
    const ghx = bind(make())
    const first = await ghx.issue.view(input)
    const second = await ghx.issue.view(input)
    expect(second).toMatchObject({ ok: true, data: first.ok && first.data })
    expect(second.meta.cost).toEqual({ points: 1, remaining: 7 })
    expect(statuses).toEqual([200, 304])
    expect(sentETags()).toEqual([undefined, etagOf([issue, `bearer ${testToken}`])])
  })

  test("returns the new body after a change", async () => {
    const ghx = bind(make())
    await ghx.issue.view(input)
    issue = { ...issue, title: "Fixed" }
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Fixed" })
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Fixed" })
    expect(statuses).toEqual([200, 200, 304])
  })

  test("stores a text body unchanged", async () => {
    const ghx = bind(make())
    await ghx.repo.file.raw(file)
    expect(await ghx.repo.file.raw(file).orThrow()).toEqual({ text: "# Hello" })
    expect(statuses).toEqual([200, 304])
  })
})

describe("a cached response", () => {
  test("is not shared between tokens, servers, URLs or media types", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    await ghx.issue.view(input)
    await bind(cache, { token: "another" }).issue.view(input)
    await bind(cache, { base_url: `${github.url}/api/v3` }).issue.view(input)
    const other = { ...input, issue_number: 2 }
    await ghx.issue.view(other)
    await ghx.repo.file.raw(file)
    await ghx.repo.file.raw({ ...file, ref: "v1" })
    expect(sentETags()).toEqual(Array(6).fill(undefined))
    expect(cache.size).toBe(6)
  })

  test("of an Octokit with its own authentication is used by one client only", async () => {
    const cache = new Map<string, CachedResponse>()
    const octokit = new Octokit({ auth: testToken, baseUrl: github.url })
    const ghx = bind(cache, { octokit })
    await ghx.issue.view(input)
    expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Bug" })
    await bind(cache, { octokit }).issue.view(input)
    expect(statuses).toEqual([200, 304, 200])
  })

  test("is not stored if its body is truncated", async () => {
    const { answer } = github
    const octokit = new Octokit({ auth: testToken, baseUrl: github.url })
    const ghx = bind(new Map(), { octokit })
    github.answer = async (request) => ({ ...(await answer(request)), fault: "cut" })
    await ghx.repo.file.raw(file)
    github.answer = answer
    expect(await ghx.repo.file.raw(file).orThrow()).toEqual({ text: "# Hello" })
  })

  test("contains GitHub's body and ETag, and no token", async () => {
    const cache = new Map<string, CachedResponse>()
    await bind(cache).issue.view(input)
    const [[key, kept] = []] = [...cache]
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(kept).toEqual({
      etag: etagOf([issue, `bearer ${testToken}`]),
      body: JSON.stringify(issue),
    })
  })

  test("is neither stored nor used for a write", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    for (let count = 0; count < 2; count += 1) {
      await ghx.issue.labels.add({ ...input, labels: ["bug"] })
    }
    expect(github.requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST", "GET"])
    expect(sentETags()).toEqual(Array(4).fill(undefined))
    expect(cache.size).toBe(0)
  })

  test("is not stored for a URL that redirects", async () => {
    const cache = new Map<string, CachedResponse>()
    const { answer } = github
    github.answer = (request) =>
      request.path?.startsWith("/repos/")
        ? { status: 301, headers: { location: `${github.url}/repositories/1/issues/1` }, body: "" }
        : answer(request)
    await bind(cache).issue.view(input).orThrow()
    expect(cache.size).toBe(0)
  })
})

describe("a broken response cache", () => {
  const thrown = () => {
    throw new Error("broken")
  }
  const rejected = () => Promise.reject(new Error("broken"))
  const entry = (etag: unknown, body: unknown, link?: unknown) => () =>
    ({ etag, body, link }) as never
  const valid = 'W/"x"'

  test.each<[string, Partial<ResponseCache>]>([
    ["throws on reading", { get: thrown }],
    ["rejects on reading", { get: rejected }],
    ["throws on writing", { set: thrown }],
    ["rejects on writing", { set: rejected }],
    ["never finishes writing", { set: () => new Promise(() => undefined) }],
    ["contains a string", { get: () => "garbage" as never }],
    ["contains an ETag that is not a string", { get: entry(1, "{}") }],
    ["contains an ETag with a line break", { get: entry("x\r\nx-evil: 1", "{}") }],
    ["contains a body that is not a string", { get: entry(valid, {}) }],
    ["contains a truncated body", { get: entry(valid, '{"title":') }],
    ["contains a link that is not a string", { get: entry(valid, "{}", 1) }],
  ])("does not affect the result of a read if it %s", async (_, broken) => {
    const ghx = bind({ get: () => undefined, set: () => undefined, ...broken })
    for (let count = 0; count < 2; count += 1) {
      expect(await ghx.issue.view(input).orThrow()).toMatchObject({ title: "Bug" })
    }
    expect(statuses).toEqual([200, 200])
    expect(sentETags()).toEqual([undefined, undefined])
  })

  test("has its invalid entry replaced by the next response", async () => {
    const cache = new Map<string, CachedResponse>()
    const ghx = bind(cache)
    await ghx.issue.view(input)
    for (const key of cache.keys()) cache.set(key, { etag: valid, body: "{" })
    await ghx.issue.view(input)
    await ghx.issue.view(input)
    expect(statuses).toEqual([200, 200, 304])
  })
})

test("a client without a response cache sends no conditional request", async () => {
  const ghx = bindTree(anywhere, github.client({ routes: ["rest"] }))
  await ghx.issue.view(input)
  await ghx.issue.view(input)
  expect(sentETags()).toEqual([undefined, undefined])
})

test("a response that breaks the contract is not cached, and the next read requests it again", async () => {
  const cache = new Map<string, CachedResponse>()
  const right = issue
  issue = { number: "one" } as never
  const ghx = bind(cache)
  expect(await ghx.issue.view(input)).toMatchObject({ ok: false, error: { code: "UNKNOWN" } })
  expect(cache.size).toBe(0)
  issue = right
  expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
  expect(sentETags()).toEqual([undefined, undefined])
  expect(cache.size).toBe(1)
})
