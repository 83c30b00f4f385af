/** Rate limits, their duration, and messages that only sound like one. */
import { chain } from "ghx"
import { describe, expect, it } from "vitest"
import type { Reply } from "../../runtime/testing/index.js"
import { errorOf, github, issue, reply, run } from "./github.js"

const double = github()
const inHalfAnHour = () => String(Math.floor(Date.now() / 1000) + 1800)
const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes."
const primary = "API rate limit already exceeded for user ID 583231."

const waits = async (answer: Reply) => {
  double.says(answer)
  const error: { details?: { retry_after_ms?: number } } = Object(
    await errorOf(double.ghx().issue.view(issue).run({ route: "graphql" })),
  )
  return error.details?.retry_after_ms ?? 0
}

describe("the wait after a rate limit", () => {
  const errors = [{ type: "RATE_LIMIT", code: "graphql_rate_limit", message: primary }]

  it("lasts until the reset, even if requests remain", async () => {
    const headers = { "x-ratelimit-remaining": "12", "x-ratelimit-reset": inHalfAnHour() }
    for (const answer of [
      { headers, body: { errors } },
      { headers, body: { errors: [{ message: primary }] } },
      { headers, status: 403, body: { message: "API rate limit exceeded for 203.0.113.7." } },
    ]) {
      const ms = await waits(answer)
      expect(ms).toBeGreaterThan(1_700_000)
      expect(ms).toBeLessThanOrEqual(1_800_000)
    }
  })

  it("is a minute for a secondary limit, regardless of the primary reset", async () => {
    const headers = { "x-ratelimit-remaining": "12", "x-ratelimit-reset": inHalfAnHour() }
    expect(await waits({ headers, status: 403, body: { message: secondary } })).toBe(60_000)
  })

  it("is the value of Retry-After, if there is one", async () => {
    const headers = { "retry-after": "7", "x-ratelimit-reset": inHalfAnHour() }
    expect(await waits({ headers, body: { errors } })).toBe(7_000)
  })
})

describe.each([200, 403])("a secondary rate limit as HTTP %i with only a message", (status) => {
  const body = { message: secondary, documentation_url: "https://docs.github.com/graphql" }

  it("returns RATE_LIMIT for reads and writes", async () => {
    double.says({ status, body })
    const limited = { code: "RATE_LIMIT", message: secondary, retryable: true }
    // Each route gets its own client, because a client that has met a limit waits until it ends.
    for (const route of ["graphql", "rest"] as const) {
      expect(await errorOf(double.ghx().issue.view(issue).run({ route }))).toMatchObject(limited)
    }
    const rejected = { ...limited, details: { outcome: "rejected", retry_after_ms: 60_000 } }
    expect(await errorOf(double.ghx().pr.thread.reply(reply))).toMatchObject(rejected)
    expect(await errorOf(double.ghx().workflow.run.rerun_failed(run))).toMatchObject(rejected)
  })

  it("stops a chain", async () => {
    double.says({ status, body })
    const ghx = double.ghx({ batch: { mutations: 4 } })
    const steps = [1, 2, 3, 4, 5, 6].map((id) =>
      ghx.pr.thread.reply({ thread_id: `PRRT_${id}`, body: "Done." }),
    )
    const { results } = await chain(...steps)
    expect(double.server.requests).toHaveLength(1)
    expect(results.map(({ error }) => error?.code)).toEqual(results.map(() => "RATE_LIMIT"))
    const outcomes = results.map((one) => (one.ok ? undefined : one.error.details?.outcome))
    expect(outcomes).toEqual(["rejected", "rejected", ...Array(4).fill("not_sent")])
  })
})

it("a rate limit within a merged document stops the steps after it", async () => {
  const comment = { id: "C", url: "u", state: "SUBMITTED", author: null, createdAt: "2026-01-01" }
  double.says({
    body: {
      data: {
        s0_addPullRequestReviewThreadReply: { comment },
        s1_addPullRequestReviewThreadReply: null,
      },
      errors: [
        { type: "RATE_LIMITED", message: primary, path: ["s1_addPullRequestReviewThreadReply"] },
      ],
    },
  })
  const ghx = double.ghx({ batch: { mutations: 4 } })
  const steps = [1, 2, 3, 4].map((id) => ghx.pr.thread.reply({ ...reply, thread_id: `PRRT_${id}` }))
  const { results } = await chain(...steps)
  expect(double.server.requests).toHaveLength(1)
  expect(results).toMatchObject([
    { ok: true },
    { error: { code: "RATE_LIMIT", details: { outcome: "rejected" } } },
    { error: { code: "RATE_LIMIT", details: { outcome: "not_sent" } } },
    { error: { code: "RATE_LIMIT", details: { outcome: "not_sent" } } },
  ])
})

describe("a rate-limit message does not cause RATE_LIMIT in", () => {
  const quoted = `Could not resolve to a label with the name '${secondary}'`

  it.each<[string, Reply, string]>([
    [
      "a typed NOT_FOUND",
      { body: { errors: [{ type: "NOT_FOUND", message: secondary }] } },
      "NOT_FOUND",
    ],
    ["a message that quotes it", { body: { errors: [{ message: quoted }] } }, "UNKNOWN"],
    ["a 422", { status: 422, body: { message: secondary } }, "VALIDATION"],
    [
      "a 422 with an error that quotes it",
      { status: 422, body: { message: "Validation Failed", errors: [{ message: quoted }] } },
      "VALIDATION",
    ],
    ["a 404", { status: 404, body: { message: secondary } }, "NOT_FOUND"],
    ["a 403 that quotes it", { status: 403, body: { message: quoted } }, "AUTH"],
  ])("%s", async (_, answer, code) => {
    double.says(answer)
    expect(await errorOf(double.ghx().issue.view(issue).run({ route: "graphql" }))).toMatchObject({
      code,
      message: expect.stringContaining(secondary),
    })
  })

  it("a body with other members", async () => {
    double.says({ body: { message: secondary, number: 1 } })
    const error = await errorOf(double.ghx().issue.view(issue).run({ route: "rest" }))
    expect(error).not.toMatchObject({ code: "RATE_LIMIT" })
  })
})
