import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ClientOptions } from "../features/index.js"
import { bindTree, chain, type ResultEnvelope } from "../index.js"
import {
  anywhere,
  data,
  errors,
  type GithubDouble,
  type ReceivedRequest,
  type Reply,
  startGithub,
  tree,
} from "../testing/index.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const numbered = (issue_number: number) => ({ ...input, issue_number })
const issue = { number: 1, title: "Bug", milestone: null }
const secondary = { message: "You have exceeded a secondary rate limit." }

let github: GithubDouble

beforeEach(async () => {
  passed = 0
  github = await startGithub(answer)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await github.close()
})

function answer({ path, query }: ReceivedRequest): Reply {
  if (path === "/graphql") {
    if (query.startsWith("mutation")) return data({ addReply: { comment: { id: "C_1" } } })
    const aliases = query.match(/s\d+_repository/g) ?? ["repository"]
    return data(Object.fromEntries(aliases.map((alias) => [alias, { issue }])))
  }
  return { body: issue }
}

const connect = (options?: ClientOptions) => bindTree({ ...tree, anywhere }, github.client(options))
const viewOver = (route: "graphql" | "rest", ghx: ReturnType<typeof connect>) =>
  ghx.anywhere.issue.view(input).run({ route })

/** For calls that wait for others, which takes long on a busy machine. */
const patient: ClientOptions = { timeout_ms: 300_000 }

const failuresOf = (all: readonly ResultEnvelope<unknown>[]) =>
  all.flatMap((one) => (one.ok ? [] : [one.error.message]))

/** Holds all answers until a number of requests are open, and reports the highest number seen. */
function holdRequests(expected: number): { most(): number } {
  let here = 0
  let most = 0
  let open = () => {}
  const full = new Promise<void>((resolve) => {
    open = resolve
  })
  github.answer = async (request) => {
    here += 1
    most = Math.max(most, here)
    if (here === expected) open()
    await full
    // If the limit allowed another request, it would arrive before this one ends.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    here -= 1
    return answer(request)
  }
  return { most: () => most }
}

/** Moves the clock that limits are measured with. */
function advanceClock(ms: number): void {
  passed += ms
  vi.spyOn(process, "hrtime").mockImplementation(() => {
    const [seconds, nanoseconds] = hrtime()
    return [seconds + passed / 1000, nanoseconds]
  })
}
const hrtime = process.hrtime.bind(process)
let passed = 0

describe("the concurrent requests of one client", () => {
  test("are at most 100, however many calls there are", async () => {
    const held = holdRequests(100)
    const ghx = connect(patient)
    const all = await Promise.all(Array.from({ length: 300 }, () => ghx.issue.view(input)))
    expect(failuresOf(all)).toEqual([])
    expect(held.most()).toBe(100)
    expect(github.requests).toHaveLength(300)
  })

  test("include at most 10 writes, and reads overtake waiting writes", async () => {
    const held = holdRequests(30)
    const ghx = connect(patient)
    const reply = () => ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." })
    const writes = Array.from({ length: 40 }, () => reply().run())
    const reads = Array.from({ length: 20 }, () => ghx.issue.view(input).run())
    const all = await Promise.all([...writes, ...reads])
    expect(failuresOf(all)).toEqual([])
    expect(held.most()).toBe(30)
    const first = github.requests.slice(0, 30).filter(({ query }) => query.startsWith("mutation"))
    expect(first).toHaveLength(10)
  })

  test("are limited by the concurrency option", async () => {
    const held = holdRequests(3)
    const ghx = connect({ concurrency: { requests: 3 } })
    await Promise.all(Array.from({ length: 9 }, () => ghx.issue.view(input)))
    expect(held.most()).toBe(3)
    expect(() => connect({ concurrency: { writes: 0 } })).toThrow(
      "`concurrency` takes `writes` as whole number of at least 1, not 0",
    )
  })

  test("leave the queue when their call is aborted", async () => {
    github.answer = () => new Promise<Reply>(() => undefined)
    const ghx = connect({ concurrency: { requests: 1 } })
    const [first, second] = [new AbortController(), new AbortController()]
    const under_way = ghx.issue.view(input).run({ signal: first.signal })
    const waiting = ghx.issue.view(input).run({ signal: second.signal })
    await vi.waitFor(() => expect(github.requests).toHaveLength(1))
    second.abort(new Error("never mind"))
    await expect(waiting).rejects.toThrow("never mind")
    github.answer = answer
    first.abort(new Error("enough"))
    await expect(under_way).rejects.toThrow("enough")
    expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
    expect(github.requests).toHaveLength(2)
  })

  test("over REST are limited in a chain like its documents", async () => {
    const held = holdRequests(2)
    const ghx = connect({ routes: ["rest"] })
    const steps = Array.from({ length: 12 }, () => ghx.anywhere.issue.view(input))
    expect(await chain(...steps).run({ concurrency: 2 })).toMatchObject({ status: "success" })
    expect(held.most()).toBe(2)
  })
})

describe("a rate limit", () => {
  test("stops every step of a chain, without fallback to another route", async () => {
    github.answer = () => ({ status: 403, body: secondary })
    const ghx = connect({ retry: {} })
    const steps = Array.from({ length: 20 }, (_, index) => [
      ghx.anywhere.issue.view(numbered(index + 1)),
      ghx.anywhere.issue.comments.create({ ...input, body: "Hello" }),
    ]).flat()
    const { status, results } = await chain(...steps)
    expect(status).toBe("failed")
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, error: { code: "RATE_LIMIT", retryable: true } })
    }
    // At most the requests that were open when GitHub refused the first. None fell back to REST.
    expect(github.requests.length).toBeLessThanOrEqual(10)
    expect(new Set(github.requests.map(({ path }) => path))).toEqual(new Set(["/graphql"]))
  })

  test.each([
    [
      "reported with status 403",
      { status: 403, body: secondary, headers: { "retry-after": "40" } },
    ],
    [
      "reported in a GraphQL response",
      {
        ...errors({ type: "RATE_LIMITED", message: "API rate limit exceeded" }),
        headers: { "retry-after": "40" },
      },
    ],
  ])("%s blocks all calls of the client, on every route, until it ends", async (_, limit) => {
    github.answer = () => limit
    const ghx = connect()
    await viewOver("graphql", ghx)
    github.answer = answer
    for (const route of ["graphql", "rest"] as const) {
      expect(await viewOver(route, ghx)).toMatchObject({
        ok: false,
        error: {
          code: "RATE_LIMIT",
          message: expect.stringMatching(
            /^Not sent: GitHub's rate limit is in force for another \d+ s: /,
          ),
          retryable: true,
          details: { retry_after_ms: expect.any(Number) },
        },
      })
    }
    const write = ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." })
    expect(await write).toMatchObject({ error: { details: { outcome: "not_sent" } } })
    expect(github.requests).toHaveLength(1)
    expect(await viewOver("rest", connect())).toMatchObject({ ok: true })

    advanceClock(40_001)
    expect(await viewOver("rest", ghx)).toMatchObject({ ok: true })
    expect(await viewOver("graphql", ghx)).toMatchObject({ ok: true })
  })

  test.each([
    [40, 10],
    [10, 40],
  ])("of %i s and one of %i s, received together, block until both end", async (...seconds) => {
    const waits = [...seconds]
    let open = () => {}
    const both = new Promise<void>((resolve) => (open = resolve))
    github.answer = async () => {
      const headers = { "retry-after": String(waits.shift()) }
      if (waits.length === 0) open()
      await both
      return { status: 403, body: secondary, headers }
    }
    const ghx = connect()
    await Promise.all([viewOver("rest", ghx), viewOver("graphql", ghx)])
    github.answer = answer
    advanceClock(20_000)
    expect(await viewOver("rest", ghx)).toMatchObject({ error: { code: "RATE_LIMIT" } })
    advanceClock(20_001)
    expect(await viewOver("rest", ghx)).toMatchObject({ ok: true })
  })

  test("of one resource blocks only requests for that resource", async () => {
    const exhausted = { "x-ratelimit-remaining": "0", "x-ratelimit-resource": "graphql" }
    const reset = String(Math.floor(Date.now() / 1000) + 1800)
    github.answer = () => ({
      status: 403,
      body: { message: "API rate limit exceeded for user ID 1." },
      headers: { ...exhausted, "x-ratelimit-reset": reset },
    })
    const ghx = connect()
    await viewOver("graphql", ghx)
    github.answer = answer
    expect(await viewOver("graphql", ghx)).toMatchObject({ error: { code: "RATE_LIMIT" } })
    expect(await viewOver("rest", ghx)).toMatchObject({ ok: true })
    expect(github.requests).toHaveLength(2)
  })

  test("of another host, reached by a redirect, does not block the API", async () => {
    const storage = await startGithub(() => ({
      status: 429,
      body: {},
      headers: { "retry-after": "3000" },
    }))
    const headers = { location: `${storage.url}/log` }
    github.answer = (request) =>
      request.path?.includes("/contents/") ? { status: 302, headers, body: "" } : answer(request)
    const ghx = connect()
    const log = () => ghx.anywhere.repo.file.raw({ owner: "o", repo: "r", path: "log" })
    expect(await log()).toMatchObject({ error: { code: "SERVER" } })
    expect(await viewOver("rest", ghx)).toMatchObject({ ok: true })
    storage.answer = () => ({ status: 502, body: {} })
    for (let time = 0; time < 6; time += 1) await log()
    expect(await viewOver("rest", ghx)).toMatchObject({ ok: true })
    await storage.close()
  })

  test("is followed by a single request, before the other calls are sent", async () => {
    github.answer = () => ({ status: 429, body: {}, headers: { "retry-after": "0" } })
    const ghx = connect()
    await ghx.issue.view(input)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    github.answer = async (request) => {
      await held
      return answer(request)
    }
    const calls = Array.from({ length: 50 }, () => ghx.issue.view(input).run())
    await vi.waitFor(() => expect(github.requests).toHaveLength(2))
    // By now every request that may be sent has been sent, because the calls were made in one turn.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect(github.requests).toHaveLength(2)
    release()
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true)
  })
})

describe("a failing server", () => {
  const down = () => ({ status: 502, body: "<html>" })

  test("receives a few requests, then none for a while, and calls report why", async () => {
    github.answer = down
    const ghx = connect({ retry: { attempts: 3, total_ms: 10_000, backoff_ms: 1 } })
    const views = Array.from({ length: 100 }, (_, index) =>
      ghx.anywhere.issue.view(numbered(index + 1)),
    )
    const { status, results } = await chain(...views)
    expect(status).toBe("failed")
    expect(results.every((result) => !result.ok && result.error.code === "SERVER")).toBe(true)
    // For each interface, the ten requests that may be in flight, and four one after the other.
    expect(github.requests.length).toBeLessThanOrEqual(28)

    github.requests.length = 0
    expect(await viewOver("graphql", ghx)).toMatchObject({
      error: {
        code: "SERVER",
        message: expect.stringMatching(
          /^Not sent: GraphQL at 127\.0\.0\.1:\d+ failed \d+ times in a row, so nothing is sent there for another \d+ s; last: /,
        ),
        retryable: true,
        details: { retry_after_ms: expect.any(Number) },
      },
    })
    const write = ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." })
    expect(await write).toMatchObject({ error: { details: { outcome: "not_sent" } } })
    expect(github.requests).toHaveLength(0)
  })

  test("is considered down after five failures in a row, not counting across a success", async () => {
    const ghx = connect()
    for (const answered of [down, down, down, down, answer, down, down, down, down, answer]) {
      github.answer = answered
      await viewOver("rest", ghx)
    }
    expect(github.requests).toHaveLength(10)
  })

  test("is not considered down because calls that were sent together fail together", async () => {
    for (const calls of [6, 50]) {
      const held = holdRequests(calls)
      const honest = github.answer
      let left = calls
      github.answer = async (request) => {
        left -= 1
        const fails = left >= 0
        const answered = await honest(request)
        return fails ? down() : answered
      }
      const ghx = connect({ retry: { backoff_ms: 500 } })
      const all = await Promise.all(Array.from({ length: calls }, () => viewOver("rest", ghx)))
      expect(failuresOf(all)).toEqual([])
      expect(held.most()).toBe(calls)
    }
  })

  test("receives at most four requests after those that were sent together", async () => {
    github.answer = down
    const ghx = connect({ retry: { backoff_ms: 1 } })
    const all = await Promise.all(Array.from({ length: 30 }, () => viewOver("rest", ghx)))
    expect(all.some(({ ok }) => ok)).toBe(false)
    expect(github.requests).toHaveLength(34)
  })

  test("receives one request after the pause, and all calls once it responds", async () => {
    github.answer = down
    const ghx = connect()
    for (let time = 0; time < 5; time += 1) await viewOver("rest", ghx)
    expect(github.requests).toHaveLength(5)
    advanceClock(15_001)
    const failing = await Promise.all(Array.from({ length: 20 }, () => viewOver("rest", ghx)))
    expect(failing.some(({ ok }) => ok)).toBe(false)
    expect(github.requests).toHaveLength(6)
    advanceClock(15_001)
    github.answer = answer
    const answered = await Promise.all(Array.from({ length: 20 }, () => viewOver("rest", ghx)))
    expect(answered.every(({ ok }) => ok)).toBe(true)
    expect(github.requests).toHaveLength(26)
  })

  test("over GraphQL does not block the fallback to REST", async () => {
    github.answer = (request) => (request.path === "/graphql" ? down() : answer(request))
    const ghx = connect()
    for (let time = 0; time < 8; time += 1) {
      expect(await ghx.anywhere.issue.view(input)).toMatchObject({
        ok: true,
        meta: { route_used: "rest" },
      })
    }
    expect(github.requests.filter(({ path }) => path === "/graphql")).toHaveLength(5)
  })

  test("is not considered down because of calls with a short time limit", async () => {
    github.answer = () => new Promise<Reply>(() => undefined)
    const ghx = connect()
    for (let time = 0; time < 6; time += 1) {
      const call = ghx.issue.view(input).run({ timeout_ms: 20 })
      expect(await call).toMatchObject({ error: { code: "NETWORK" } })
    }
    github.answer = answer
    expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
  })

  test("is not considered down because of aborted calls", async () => {
    github.answer = () => new Promise<Reply>(() => undefined)
    const ghx = connect()
    for (let time = 0; time < 6; time += 1) {
      const controller = new AbortController()
      const call = ghx.issue.view(input).run({ signal: controller.signal })
      await vi.waitFor(() => expect(github.requests).toHaveLength(time + 1))
      controller.abort(new Error("enough"))
      await expect(call).rejects.toThrow("enough")
    }
    github.answer = answer
    expect(await ghx.issue.view(input)).toMatchObject({ ok: true })
  })
})
