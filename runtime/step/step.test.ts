import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { eventually } from "../../test/eventually.js"
import { bindTree, chain, GhxError } from "../index.js"
import { data, type GithubDouble, loaded, startGithub, tree } from "../testing/index.js"

let github: GithubDouble
let ghx: typeof tree

const one = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const issue = { number: 1, title: "Found a bug", milestone: null }

beforeEach(async () => {
  github = await startGithub(() => data({ repository: { issue } }))
  ghx = bindTree(tree, github.client())
})
afterEach(() => github.close())

/** A proxy that throws on every access. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe("a step", () => {
  test("sends nothing until it is awaited", async () => {
    const step = ghx.issue.view(one)
    await new Promise(setImmediate)
    expect(github.requests).toHaveLength(0)
    expect((await step).ok).toBe(true)
    expect(github.requests).toHaveLength(1)
  })

  test("copies its input when the capability is called", async () => {
    const input = { ...one }
    const steps = [1, 2, 3].map((issue_number) => {
      input.issue_number = issue_number
      return ghx.issue.view(input)
    })
    await Promise.all(steps)
    const asked = github.requests.map(({ variables }) => variables.issue_number)
    expect(asked.sort()).toEqual([1, 2, 3])
  })

  test("sends the document of its operation unchanged, with its variables", async () => {
    await ghx.issue.view(one)
    expect(github.requests[0]).toMatchObject({
      method: "POST",
      path: "/graphql",
      query: (await loaded(tree.issue.view)).graphql?.operation.document,
      variables: one,
    })
  })

  // Ten times 0.1 is not always 1 in floating point.
  const isRounded = (ms: number) => Number(ms.toFixed(1)) === ms

  test("resolves to data, route, timings and the remaining rate limit", async () => {
    github.answer = () => ({
      body: { data: { repository: { issue } } },
      headers: { "x-ratelimit-remaining": "4998", "x-ratelimit-reset": "1700000000" },
    })
    expect(await ghx.issue.view(one)).toEqual({
      ok: true,
      data: issue,
      meta: {
        capability_id: "issue.view",
        route_used: "graphql",
        reason: "CARD_PREFERRED",
        timings: { total_ms: expect.toSatisfy(isRounded), adapter_ms: expect.toSatisfy(isRounded) },
        cost: { points: 1, remaining: 4998, reset_at: "2023-11-14T22:13:20.000Z" },
      },
    })
  })

  test("rejects with the abort reason of the caller, unchanged", async () => {
    const controller = new AbortController()
    github.answer = () => {
      controller.abort()
      return { fault: "hang" }
    }
    const run = ghx.issue.view(one).run({ signal: controller.signal })
    const thrown: unknown = await run.catch((reason: unknown) => reason)
    expect(thrown).toBe(controller.signal.reason)
    expect(Reflect.ownKeys(controller.signal.reason)).toEqual(
      Reflect.ownKeys(AbortSignal.abort().reason),
    )
  })

  test("runs once, whichever of its methods are called", async () => {
    const step = ghx.issue.view(one)
    const results = await Promise.all([
      step,
      step.then((result) => result),
      step.catch(() => undefined),
      step.finally(() => undefined),
      step.run(),
      step.orThrow().then(() => step),
    ])
    expect(github.requests).toHaveLength(1)
    expect(new Set(results).size).toBe(1)
  })

  test("resolves with orThrow to the data alone", async () => {
    expect(await ghx.issue.view(one).orThrow()).toEqual(issue)
  })

  test("throws the envelope with orThrow if the call fails", async () => {
    github.answer = () => data({ repository: { issue: null } })
    const error: unknown = await ghx.issue
      .view(one)
      .orThrow()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(GhxError)
    expect(error).toMatchObject({
      name: "GhxError",
      code: "NOT_FOUND",
      message: expect.stringContaining("issue.view found no issue for owner"),
      envelope: { ok: false, meta: { capability_id: "issue.view" } },
    })
  })

  test("accepts a call without an input if the input is optional", async () => {
    github.answer = () => data({ viewer: { login: "octocat" } })
    expect(await ghx.user.me().orThrow()).toEqual({ login: "octocat" })
  })

  test("rejects options after it has run", async () => {
    const step = ghx.issue.view(one)
    await step
    await expect(step.run({ trace: true })).rejects.toThrow("options no longer have an effect")
    expect(github.requests).toHaveLength(1)
  })

  test("cannot join a chain after running, nor run after joining a chain", async () => {
    const ran = ghx.issue.view(one)
    await ran
    expect(() => chain(ran)).toThrow("Step issue.view already ran by itself")

    const chained = ghx.issue.view(one)
    await chain(chained)
    await expect(chained).rejects.toThrow("Step issue.view already belongs to a chain")
    await expect(chained.orThrow()).rejects.toThrow("already belongs to a chain")
    expect(() => chain(chained)).toThrow("already belongs to a chain")
    expect(github.requests).toHaveLength(2)
  })
})

describe("step.run", () => {
  test("reports attempts in meta if trace is set", async () => {
    const { meta } = await ghx.issue.view(one).run({ trace: true })
    expect(meta.attempts).toEqual([
      { route: "graphql", status: "success", duration_ms: expect.any(Number) },
    ])
  })

  test("uses only the requested route", async () => {
    const result = await ghx.issue.view(one).run({ route: "cli" })
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "ADAPTER_UNSUPPORTED",
        message: "issue.view cannot take the cli route; its routes: graphql, rest, cli",
      },
    })
    expect(github.requests).toHaveLength(0)
  })

  test("rejects with the abort reason of the caller, before and during the call", async () => {
    const early = ghx.issue.view(one).run({ signal: AbortSignal.abort("changed my mind") })
    await expect(early).rejects.toBe("changed my mind")
    expect(github.requests).toHaveLength(0)

    const controller = new AbortController()
    github.answer = () => {
      controller.abort("too slow for me")
      return { fault: "hang" }
    }
    const late = ghx.issue.view(one).run({ signal: controller.signal })
    await expect(late).rejects.toBe("too slow for me")
  })

  test.each<[string, unknown]>([
    ["no string form", Object.create(null)],
    ["no name string", Object.assign(new Error("x"), { name: Object.create(null) })],
    ["no message string", Object.assign(new Error("x"), { message: Symbol("y") })],
    ["no readable property", revoked()],
  ])("rejects with an abort reason that has %s", async (_, reason) => {
    const controller = new AbortController()
    github.answer = () => {
      controller.abort(reason)
      return { fault: "hang" }
    }
    const call = ghx.issue.view(one).run({ signal: controller.signal })
    const rejected = await call.then(
      () => "nothing",
      (thrown: unknown) => Object.is(thrown, reason),
    )
    expect(rejected).toBe(true)
  })

  test("keeps a finished result when the signal aborts afterwards", async () => {
    const controller = new AbortController()
    const step = ghx.issue.view(one)
    expect((await step.run({ signal: controller.signal })).ok).toBe(true)
    controller.abort()
    expect((await step).ok).toBe(true)
  })

  test.each([0, -1, Number.NaN])("rejects the time limit %s", async (timeout_ms) => {
    await expect(ghx.issue.view(one).run({ timeout_ms })).rejects.toThrow("number")
  })

  test("treats time limits beyond the range of timers as no limit", async () => {
    const result = await ghx.issue.view(one).run({ timeout_ms: Number.POSITIVE_INFINITY })
    expect(result.ok).toBe(true)
    expect((await ghx.issue.view(one).run({ timeout_ms: 2 ** 40 })).ok).toBe(true)
  })

  test("ends a read at the time limit with a retryable NETWORK error", async () => {
    github.answer = () => ({ fault: "hang" })
    expect(await ghx.issue.view(one).run({ timeout_ms: 300 })).toMatchObject({
      ok: false,
      error: { code: "NETWORK", retryable: true, message: expect.stringContaining("300 ms") },
    })
  })

  test("ends a write at the time limit with outcome unknown", async () => {
    github.answer = () => ({ fault: "hang" })
    await eventually([300, 3000, 30_000], async (timeout_ms) => {
      const step = ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." })
      expect(await step.run({ timeout_ms })).toMatchObject({
        ok: false,
        error: { code: "NETWORK", retryable: false, details: { outcome: "unknown" } },
      })
    })
  })
})
