/** The results of a chain's steps when the connection, the deadline or the caller ends it. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ChainAborted, chain } from "ghx"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { eventually } from "../eventually.js"
import { ghxOf, harness, operationsIn } from "./harness.js"

const { sandbox: start, close } = harness()
let sandbox: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  sandbox = await start()
})
afterEach(close)

const repository = { owner: "octocat", repo: "big" }
const mutations = { match: { body_includes: "mutation Chain" } }
type Ghx = ReturnType<typeof ghxOf>

const comments = (ghx: Ghx, count: number) =>
  Array.from({ length: count }, (_, index) =>
    ghx.issue.comments.create({ ...repository, issue_number: 1, body: `Comment ${index}` }),
  )
const mutationsSent = () =>
  sandbox.requests.filter(({ body }) => (body as { query: string }).query.startsWith("mutation"))

describe("a document of mutations", () => {
  it.each([
    ["dropped after it was applied", { drop: "after" } as const, 25, "NETWORK"],
    ["dropped before it was applied", { drop: "before" } as const, 15, "NETWORK"],
    ["answered 502 after it was applied", { status: 502, applied: true }, 25, "SERVER"],
    ["answered with a truncated response", { truncate: true } as const, 25, "SERVER"],
  ])(
    "is sent once and leaves its steps with the outcome `unknown` if it is %s",
    async (_, rule, applied, code) => {
      sandbox.injectFault({ ...mutations, ...rule, times: 1 })
      const ghx = ghxOf(sandbox, { retry: { attempts: 3, backoff_ms: 1 } })
      const { results, meta } = await chain(...comments(ghx, 25))
      results.forEach((result, index) => {
        if (index < 10) {
          expect(result).toMatchObject({
            task: "issue.comments.create",
            error: { code, retryable: false, details: { outcome: "unknown" } },
          })
        } else expect(result.ok).toBe(true)
      })
      expect(meta).toMatchObject({ succeeded: 15, failed: 10, requests: 4 })
      expect(sandbox.applied).toHaveLength(applied)
    },
  )

  it("refused by a rate limit stops the documents after it", async () => {
    sandbox.injectFault({ ...mutations, status: 403, headers: { "retry-after": "60" }, times: 1 })
    const { results, meta } = await chain(...comments(ghxOf(sandbox), 25))
    results.forEach((result, index) => {
      expect(result).toMatchObject({
        error: {
          code: "RATE_LIMIT",
          retryable: true,
          details: { outcome: index < 10 ? "rejected" : "not_sent", retry_after_ms: 60_000 },
        },
      })
    })
    expect(meta.requests).toBe(2)
    expect(sandbox.applied).toHaveLength(0)
  })

  it("delayed by a rate limit is repeated before the documents after it", async () => {
    sandbox.injectFault({
      ...mutations,
      times: 1,
      graphql_error: { type: "RATE_LIMITED", message: "API rate limit exceeded" },
      headers: { "retry-after": "0" },
    })
    const ghx = ghxOf(sandbox, { retry: { attempts: 2, backoff_ms: 1 } })
    const { status, results } = await chain(...comments(ghx, 12))
    expect(status).toBe("success")
    const made = results.map((result) => (result.ok ? result.data.created_at : ""))
    expect(made).toEqual([...made].sort())
    expect(mutationsSent().map(({ body }) => operationsIn(body))).toEqual([10, 10, 2])
    expect(sandbox.applied).toHaveLength(12)
  })
})

describe("idempotent steps in a lost document with one that must not be repeated", () => {
  const hello = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const steps = (ghx: Ghx, options: { key?: string } = {}) => ({
    labels: ghx.issue.labels.add({ ...hello, labels: ["bug"] }),
    comment: ghx.issue.comments.create({ ...hello, body: "Thanks" }, options),
    reaction: ghx.issue.reactions.add({ ...hello, content: "EYES" }),
    close: ghx.issue.close(hello),
  })
  const retrying = () => ghxOf(sandbox, { retry: { attempts: 2, backoff_ms: 1 } })
  const made = () => sandbox.applied.filter(({ mutation }) => mutation === "addComment").length

  it.each([
    ["dropped after it was applied", { drop: "after" } as const],
    ["dropped before it was applied", { drop: "before" } as const],
    ["answered 502 after it was applied", { status: 502, applied: true }],
    ["given up", { graphql_error: { message: "Something went wrong while executing your query" } }],
  ])("are sent again, and the one with a key is found or sent, if it is %s", async (_, rule) => {
    sandbox.injectFault({ ...mutations, ...rule, times: 1 })
    const { status, results } = await chain(steps(retrying(), { key: "thanks" }))
    expect([status, results.comment.ok && made()]).toEqual(["success", 1])
  })

  it("do not repeat that one, nor go beyond the retries of the client", async () => {
    sandbox.injectFault({ ...mutations, drop: "after", times: 1 })
    const { results } = await chain(steps(retrying()))
    const oks = Object.values(results).map(({ ok }) => ok)
    expect([oks, made()]).toEqual([[true, false, true, true], 1])
    expect(results.comment).toMatchObject({ error: { details: { outcome: "unknown" } } })

    sandbox.clearRequests()
    sandbox.injectFault({ ...mutations, drop: "after" })
    const lost = await chain(steps(retrying()))
    expect([lost.meta.succeeded, mutationsSent().length, made()]).toEqual([0, 2, 2])
    const alone = await chain(steps(ghxOf(sandbox, { retry: false })))
    expect([alone.meta.succeeded, mutationsSent().length, made()]).toEqual([0, 3, 3])
  })

  it("include one that creates what its lookups do not find, and looks again", async () => {
    sandbox.injectFault({ ...mutations, drop: "after", times: 1 })
    const ghx = retrying()
    const { results } = await chain({
      upsert: ghx.issue.comments.upsert({ ...hello, key: "status", body: "Seen" }),
      ...steps(ghx, { key: "thanks" }),
    })
    expect([Object.values(results).every(({ ok }) => ok), made()]).toEqual([true, 2])
  })

  it("are left unknown before a step that they could undo", async () => {
    sandbox.injectFault({ ...mutations, drop: "after", times: 1 })
    const ghx = retrying()
    const { results } = await chain(
      ghx.issue.labels.add({ ...hello, labels: ["question"] }),
      ghx.issue.pin(hello),
      ghx.issue.close(hello),
    )
    expect(results.map(({ ok }) => ok)).toEqual([false, false, true])
  })
})

it("a chain whose connection is refused reports every step as not sent", async () => {
  const closed = createServer().listen(0, "127.0.0.1")
  await new Promise((listening) => closed.once("listening", listening))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const ghx = ghxOf({ url: `http://127.0.0.1:${port}` })
  const thread_id = "T"
  const { results, status } = await chain(
    ghx.pr.thread.reply({ thread_id, body: "x" }),
    ghx.pr.thread.resolve({ thread_id }),
  )
  expect(status).toBe("failed")
  for (const result of results) {
    expect(result).toMatchObject({
      error: { code: "NETWORK", retryable: true, details: { outcome: "not_sent" } },
    })
  }
})

describe("writes that only REST has", () => {
  const variable = (ghx: Ghx, value: string) =>
    ghx.repo.variable.set({ ...repository, name: "LEVEL", value })

  it("are sent one after the other, in step order", async () => {
    // The first is the slowest.
    for (const skip of [0, 1])
      sandbox.injectFault({
        match: { path: /variables/ },
        times: 1,
        skip,
        delay_ms: 100 - 50 * skip,
      })
    const ghx = ghxOf(sandbox, { routes: ["graphql", "rest"] })
    const values = ["1", "2", "3"]
    const { status } = await chain(
      ...values.map((value) => variable(ghx, value)),
      ghx.issue.view({ ...repository, issue_number: 1 }),
    )
    expect(status).toBe("success")
    const written = sandbox.requests.filter(({ method }) => method === "PATCH" || method === "POST")
    expect(written.flatMap(({ body }) => Object(body).value ?? [])).toEqual(values)
  })

  it("refused by a rate limit stops those after it", async () => {
    sandbox.injectFault({
      match: { path: /variables/ },
      status: 403,
      headers: { "retry-after": "60" },
      times: 1,
    })
    const ghx = ghxOf(sandbox, { routes: ["graphql", "rest"] })
    const { results } = await chain(["1", "2", "3"].map((value) => variable(ghx, value)))
    expect(results.map(({ ok }) => ok)).toEqual([false, false, false])
    expect(sandbox.requests.filter(({ path }) => path.includes("variables"))).toHaveLength(1)
  })
})

const small = { queries: 20, mutations: 20 }

it("a lost query fails only the steps of its document", async () => {
  sandbox.injectFault({ times: 1, skip: 1, drop: "before" })
  const ghx = ghxOf(sandbox, { batch: small })
  const { results } = await chain(
    ...Array.from({ length: 45 }, (_, index) =>
      ghx.issue.view({ ...repository, issue_number: index + 1 }),
    ),
  ).run({ concurrency: 1 })
  const failed = results.flatMap(({ ok }, index) => (ok ? [] : [index]))
  expect(failed).toEqual(Array.from({ length: 20 }, (_, index) => 20 + index))
})

describe("a chain that ends between its documents", () => {
  it("through an abort rejects with the result of each step, and sends no more", async () => {
    const controller = new AbortController()
    sandbox.injectFault({ ...mutations, skip: 1, delay_ms: 10_000 })
    const run = chain(...comments(ghxOf(sandbox, { batch: small }), 25)).run({
      signal: controller.signal,
      onStep: (_, index) => index === 9 && controller.abort(new Error("enough")),
    })
    const error = await run.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ChainAborted)
    if (!(error instanceof ChainAborted)) return
    expect(error).toMatchObject({ name: "AbortError", cause: new Error("enough") })
    expect(error.message).toBe(
      "The chain was aborted: 10 of 25 steps have a result; 10 may have been applied",
    )
    const outcomes = error.envelope.results.map((result) =>
      result.ok ? "ok" : result.error.details?.outcome,
    )
    expect(outcomes).toEqual([
      ...Array(10).fill("ok"),
      ...Array(10).fill("unknown"),
      ...Array(5).fill("not_sent"),
    ])
    expect(sandbox.applied).toHaveLength(10)
    expect(mutationsSent().length).toBeLessThanOrEqual(2)
  })

  it("through its timeout reports which steps ran, are unknown or were not sent", async () => {
    await eventually([1500, 6000, 24_000], async (timeout_ms) => {
      sandbox.reset()
      sandbox.injectFault({ ...mutations, skip: 1, delay_ms: 10 * timeout_ms })
      const { results } = await chain(...comments(ghxOf(sandbox, { batch: small }), 25)).run({
        timeout_ms,
      })
      expect(results.slice(0, 10).every(({ ok }) => ok)).toBe(true)
      for (const [index, result] of results.slice(10).entries()) {
        const outcome = index < 10 ? "unknown" : "not_sent"
        expect(result).toMatchObject({ error: { code: "NETWORK", details: { outcome } } })
      }
      expect(mutationsSent()).toHaveLength(2)
    })
  })
})

describe("onStep", () => {
  it("is called once for each step as it settles, for reads before later writes", async () => {
    const ghx = ghxOf(sandbox)
    const seen: [number, string, boolean][] = []
    const { results } = await chain(
      ...comments(ghx, 1),
      ghx.issue.view({ ...repository, issue_number: 1 }),
      ghx.issue.view({ ...repository, issue_number: 999 }),
    ).run({ onStep: (result, index) => seen.push([index, result.task, result.ok]) })
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(seen.slice(0, 2).sort()).toEqual([
      [1, "issue.view", true],
      [2, "issue.view", false],
    ])
    expect(seen.slice(2)).toEqual([[0, "issue.comments.create", true]])
  })

  it("is called for the steps of a chain that is never sent", async () => {
    const ghx = ghxOf(sandbox)
    const seen: number[] = []
    await chain(ghx.pr.thread.resolve({ thread_id: "" }), ...comments(ghx, 1)).run({
      onStep: (_, index) => seen.push(index),
    })
    expect(seen).toEqual([0, 1])
    expect(sandbox.requests).toHaveLength(0)
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("a defect")
      },
    ],
    ["rejects", () => Promise.reject(new Error("a defect"))],
  ])("that %s changes no result and adds a warning for each step", async (_, onStep) => {
    const { status, results, meta } = await chain(...comments(ghxOf(sandbox), 2)).run({ onStep })
    expect(status).toBe("success")
    expect(results).toHaveLength(2)
    expect(meta.warnings).toMatchObject([
      { message: "onStep threw at step 0 (issue.comments.create): a defect", step: 0 },
      { message: "onStep threw at step 1 (issue.comments.create): a defect", step: 1 },
    ])
  })

  it("narrows the type of the result by its task", async () => {
    const ghx = ghxOf(sandbox)
    const found: number[] = []
    await chain(ghx.user.me(), ghx.issue.view({ ...repository, issue_number: 1 })).run({
      onStep(result) {
        if (result.task === "issue.view" && result.ok) found.push(result.data.number)
      },
    })
    expect(found).toEqual([1])
  })
})
