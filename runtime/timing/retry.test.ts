import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { bindTree, type ClientOptions, chain, createClient } from "../index.js"
import {
  data,
  errors,
  type GithubDouble,
  operationOf,
  type Reply,
  startGithub,
  tree,
} from "../testing/index.js"

let github: GithubDouble
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const found = data({ repository: { issue: { number: 1, title: "Bug", milestone: null } } })
const resolved = data({ resolveReviewThread: { thread: { isResolved: true } } })
const replied = data({ addReply: { comment: { id: "C_1" } } })
const hasty = { attempts: 3, total_ms: 5000, backoff_ms: 1 }

beforeEach(async () => {
  github = await startGithub()
})
afterEach(() => github.close())

const bind = (options: ClientOptions = {}) =>
  bindTree(tree, github.client({ retry: hasty, ...options }))

/** Answers requests with these replies in order, and every further request with the last reply. */
function answers(...replies: Reply[]): void {
  github.requests.length = 0
  github.answer = () => replies[Math.min(github.requests.length, replies.length) - 1] ?? {}
}

const down: Reply = { status: 502, body: {} }

describe("a query", () => {
  test.each<[string, Reply]>([
    ["an HTTP 502", down],
    [
      "a rate limit with Retry-After: 0",
      { status: 429, body: {}, headers: { "retry-after": "0" } },
    ],
    ["a GraphQL error", errors({ message: "Something went wrong while executing your query." })],
    [
      "a GraphQL error beside data",
      data({ repository: null }, { message: "Boom", type: "INTERNAL" }),
    ],
    ["a reset connection", { fault: "reset" }],
  ])("is retried after %s", async (_, reply) => {
    answers(reply, reply, found)
    expect((await bind().issue.view(input)).ok).toBe(true)
    expect(github.requests).toHaveLength(3)
  })

  test("reports each retry and its cause if trace is set", async () => {
    answers(down, { fault: "reset" }, found)
    expect(await bind().issue.view(input).run({ trace: true })).toMatchObject({
      meta: {
        // The reset connection costs nothing: GitHub did not answer.
        cost: { points: 2 },
        attempts: [
          {
            route: "graphql",
            status: "success",
            retries: [
              { error_code: "SERVER", waited_ms: expect.any(Number) },
              { error_code: "NETWORK", waited_ms: expect.any(Number) },
            ],
          },
        ],
      },
    })
    answers(down, found)
    const { results } = await chain(bind().issue.view(input)).run({ trace: true })
    expect(results[0].attempts).toMatchObject([{ retries: [{ error_code: "SERVER" }] }])
  })

  test("is not retried after an error that a retry cannot fix", async () => {
    answers({ status: 401, body: {} }, found)
    expect((await bind().issue.view(input)).ok).toBe(false)
    expect(github.requests).toHaveLength(1)
  })

  test("is sent once if retry is false", async () => {
    answers(down, found)
    expect((await bind({ retry: false }).issue.view(input)).ok).toBe(false)
    expect(github.requests).toHaveLength(1)
  })

  test("waits before a retry as long as Retry-After says", async () => {
    answers({ status: 503, body: {}, headers: { "retry-after": "1" } }, found)
    const begun = performance.now()
    expect((await bind().issue.view(input)).ok).toBe(true)
    expect(performance.now() - begun).toBeGreaterThan(990)
  })

  test("fails at once if GitHub asks for a wait beyond the retry budget", async () => {
    const reset = Math.floor(Date.now() / 1000) + 1800
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) }
    answers({ status: 403, body: { message: "API rate limit exceeded" }, headers }, found)
    const result = await bind().issue.view(input)
    expect(result).toMatchObject({ error: { code: "RATE_LIMIT", retryable: true } })
    expect(result.ok ? 0 : result.error.details?.retry_after_ms).toBeGreaterThan(1_700_000)
    expect(github.requests).toHaveLength(1)
  })

  test("fails at once if GitHub asks for a wait beyond the range of timers", async () => {
    answers({ status: 503, body: {}, headers: { "retry-after": "9999999" } }, found)
    const ghx = bind({ retry: { ...hasty, total_ms: Number.POSITIVE_INFINITY } })
    expect(await ghx.issue.view(input)).toMatchObject({ error: { code: "SERVER" } })
    expect(github.requests).toHaveLength(1)
  })

  test("is not retried after the caller aborted", async () => {
    answers({ status: 503, body: {}, headers: { "retry-after": "4" } }, found)
    const gone = new AbortController()
    const running = bind().issue.view(input).run({ signal: gone.signal })
    const isGone = expect(running).rejects.toThrow("gone")
    await vi.waitFor(() => expect(github.requests).toHaveLength(1))
    gone.abort(new Error("gone"))
    await isGone
    expect(github.requests).toHaveLength(1)
  })
})

describe("a mutation", () => {
  test("is retried if it is idempotent", async () => {
    answers(down, resolved)
    expect((await bind().pr.thread.resolve({ thread_id: "T_1" })).ok).toBe(true)
    expect(github.requests).toHaveLength(2)
  })

  test("is retried if it is not idempotent only after GitHub refused it", async () => {
    answers(down, replied)
    expect(await bind().pr.thread.reply({ thread_id: "T_1", body: "x" })).toMatchObject({
      error: { code: "SERVER", retryable: false, details: { outcome: "unknown" } },
    })
    expect(github.requests).toHaveLength(1)
    answers({ status: 429, body: {}, headers: { "retry-after": "0" } }, replied)
    expect((await bind().pr.thread.reply({ thread_id: "T_1", body: "x" })).ok).toBe(true)
    expect(github.requests).toHaveLength(2)
  })

  test("has outcome unknown if it may have run, whatever the last attempt returns", async () => {
    const missing = { type: "NOT_FOUND", message: "Gone.", path: ["resolveReviewThread"] }
    answers(down, data({ resolveReviewThread: null }, missing))
    expect(await bind().pr.thread.resolve({ thread_id: "T_1" })).toMatchObject({
      error: { code: "NOT_FOUND", details: { outcome: "unknown" } },
    })
    answers(down, { status: 401, body: {} })
    expect(await bind().pr.thread.resolve({ thread_id: "T_1" })).toMatchObject({
      error: { code: "AUTH", details: { outcome: "unknown" } },
    })
  })

  test("is not retried if it was applied and an error stands beside its data", async () => {
    const broken = { message: "Something went wrong while executing your query.", path: ["a", "b"] }
    answers(data({ resolveReviewThread: { thread: null } }, broken), resolved)
    await bind().pr.thread.resolve({ thread_id: "T_1" })
    expect(github.requests).toHaveLength(1)
  })

  test("in a chain is retried only if it is idempotent itself", async () => {
    answers(down, resolved)
    github.answer = (request) =>
      operationOf(request) === "ThreadReply" || github.requests.length < 3 ? down : resolved
    const ghx = bind()
    const { results } = await chain(
      ghx.pr.thread.reply({ thread_id: "T_1", body: "x" }),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(results).toMatchObject([
      { ok: false, error: { details: { outcome: "unknown" } } },
      { ok: true },
    ])
    const replies = github.requests.filter((request) => operationOf(request) === "ThreadReply")
    expect(replies).toHaveLength(1)
  })
})

test.each([{ attempts: 0 }, { attempts: 1.5 }, { total_ms: -1 }, { backoff_ms: Number.NaN }])(
  "createClient rejects the retry options %j",
  (retry) => {
    expect(() => createClient({ retry })).toThrow("number")
  },
)
