/** Tests that interceptors see every call of a client, and that they cannot lose or double a write. */
import {
  type ClientOptions,
  chain,
  createClient,
  createExecutor,
  createGhx,
  dryRunClient,
  each,
  type InterceptedCall,
  type Interceptor,
  recordingClient,
  refuse,
  sequence,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest"

const place = { owner: "octocat", repo: "hello-world" }
const issue = { ...place, issue_number: 1 }
const comment = { ...issue, body: "Seen." }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const through = (interceptors: readonly Interceptor[], options: ClientOptions = {}) =>
  createClient({ base_url: sandbox.url, token: sandbox.token, ...options, interceptors })
const within = (...interceptors: Interceptor[]) => createGhx({ client: through(interceptors) })

/** The number of writes that the sandbox has applied. */
const written = () => sandbox.applied.length

const never = () => new Promise<never>(() => {})

/** Records the calls that it sees. */
function watcher() {
  const calls: InterceptedCall[] = []
  const outcomes: { ok: boolean }[] = []
  const interceptor: Interceptor = (next) => async (call) => {
    calls.push(call)
    const outcome = await next(call)
    outcomes.push(outcome)
    return outcome
  }
  return { calls, outcomes, interceptor }
}

describe("an interceptor", () => {
  it("receives each valid and allowed call with defaults applied, and its result", async () => {
    const { calls, outcomes, interceptor } = watcher()
    const client = through([interceptor], { deny: ["issue.delete"] })
    const ghx = createGhx({ client })
    const given = { ...place, title: "Flaky" }
    const created = await ghx.issue.create(given).run({ route: "graphql" })
    await ghx.issue.view({ ...place, issue_number: -1 })
    await ghx.issue.delete(issue)
    expect(calls).toEqual([
      {
        capability_id: "issue.create",
        effect: "write",
        idempotent: false,
        input: expect.objectContaining(given),
        host: new URL(sandbox.url).host,
        route: "graphql",
        signal: undefined,
        in_chain: false,
        sent: { requests: 2, points: 6 },
      },
    ])
    expect(outcomes).toEqual([
      {
        ...created,
        meta: { ...created.meta, attempts: [expect.objectContaining({ status: "success" })] },
      },
    ])
    expect(created.meta).not.toHaveProperty("attempts")
    const traced = await ghx.issue.view(issue).run({ trace: true })
    expect(traced.meta.attempts).toHaveLength(1)
  })

  it("wraps the ones after it in the list", async () => {
    const seen: string[] = []
    const named =
      (name: string): Interceptor =>
      (next) =>
      async (call) => {
        seen.push(`${name} before`)
        const outcome = await next(call)
        seen.push(`${name} after`)
        return outcome
      }
    await within(named("outer"), named("inner")).user.me().orThrow()
    expect(seen).toEqual(["outer before", "inner before", "inner after", "outer after"])
  })

  it("receives every step of a chain or sequence, every item of `each`, and every page", async () => {
    const { calls, interceptor } = watcher()
    const client = through([interceptor])
    const ghx = createGhx({ client })
    const list = ghx.issue.list({ owner: "octocat", repo: "big", first: 2 })
    const all = each(list.out.items, (item) =>
      ghx.issue.view({ owner: "octocat", repo: "big", issue_number: item.number }),
    )
    await chain(ghx.user.me(), list, all).orThrow()
    const inChain = calls.splice(0)
    expect(inChain.map(({ capability_id }) => capability_id).sort()).toEqual([
      "issue.list",
      "issue.view",
      "issue.view",
      "user.me",
    ])
    expect(inChain.every(({ in_chain }) => in_chain)).toBe(true)
    await sequence(ghx.issue.view(issue), () => ghx.user.me()).orThrow()
    await createExecutor({ client }).executeTasks([{ task: "user.me", input: {} }])
    expect(calls.splice(0)).toHaveLength(3)
    const pages = ghx.issue.list({ owner: "octocat", repo: "big", first: 2 })
    for await (const _ of pages.items({ limit: 5 }));
    expect(calls).toHaveLength(3)
  })

  it("receives the reads that a recording sends, but no dry runs", async () => {
    const { calls, interceptor } = watcher()
    const client = through([interceptor])
    await createGhx({ client: dryRunClient(client).client }).issue.close(issue)
    await chain(createGhx({ client }).issue.close(issue)).dryRun()
    expect(calls).toEqual([])
    const { client: recorder, recording } = recordingClient(client)
    const ghx = createGhx({ client: recorder })
    await ghx.issue.view(issue)
    await ghx.issue.close(issue)
    await chain(ghx.issue.view(issue), ghx.issue.close(issue))
    expect(recording).toHaveLength(2)
    expect(calls.map(({ capability_id }) => capability_id)).toEqual(["issue.view", "issue.view"])
  })

  it("cannot change the input that is sent or the data that is returned", async () => {
    const ghx = within(
      (next) => async (call) => {
        Object.assign(Object(call.input), { body: "Changed.", owner: "somebody" })
        const outcome = await next(call)
        Object.assign(Object(outcome.data), { author: "somebody" })
        return outcome
      },
      (next) => async (call) => {
        expectTypeOf(call.input.owner).toEqualTypeOf<unknown>()
        expect(call.input.owner).toBe(comment.owner)
        expect(call.input).toMatchObject(comment)
        return next(call)
      },
    )
    const made = await ghx.issue.comments.create(comment)
    expect(made).toMatchObject({ ok: true, data: { author: "octocat" } })
  })
})

describe("an interceptor that refuses", () => {
  const refusing: Interceptor = (next) => async (call) =>
    call.effect === "read" ? next(call) : refuse(call, "Not on a Friday")

  it("prevents the request and returns an AUTH error with its message", async () => {
    expect(await within(refusing).issue.close(issue)).toEqual({
      ok: false,
      error: {
        code: "AUTH",
        message: "Not on a Friday",
        retryable: false,
        details: { guard: "interceptors", outcome: "not_sent" },
      },
      meta: { capability_id: "issue.close" },
    })
    expect(sandbox.requests).toHaveLength(0)
  })

  it("refuses one step of a chain while the other steps run", async () => {
    const ghx = within(refusing)
    const { status, results } = await chain(ghx.issue.view(issue), ghx.issue.close(issue))
    expect(status).toBe("partial")
    expect(results[1]).toMatchObject({ ok: false, error: { message: "Not on a Friday" } })
    expect(written()).toBe(0)
  })

  it("sets code, message and details of the error, with tokens redacted from the message", async () => {
    const message = `No room for ${sandbox.token}`
    const ghx = within(
      () => async (call) =>
        refuse(call, {
          code: "RATE_LIMIT",
          message,
          retryable: true,
          details: { retry_after_ms: 5 },
        }),
    )
    const { error } = await ghx.issue.view(issue)
    expect(error).toMatchObject({ code: "RATE_LIMIT", retryable: true })
    expect(error?.details).toEqual({ guard: "interceptors", retry_after_ms: 5 })
    expect(error?.message).not.toContain(sandbox.token)
  })

  it("withholds the result of a read, but not that of a write", async () => {
    const ghx = within((next) => async (call) => {
      await next(call)
      return refuse(call, "It holds a secret")
    })
    expect(await ghx.issue.view(issue)).toMatchObject({
      ok: false,
      error: { message: "It holds a secret" },
    })
    expect(await ghx.issue.comments.create(comment)).toMatchObject({
      ok: true,
      meta: {
        warnings: [
          {
            code: "CALLER",
            message: expect.stringContaining("the result of the call is unchanged"),
          },
        ],
      },
    })
  })
})

describe("a read that an interceptor withholds is withheld", () => {
  const withholding: Interceptor = (next) => async (call) => {
    await next(call)
    return refuse(call, "It holds a secret")
  }
  const withheld = { message: "It holds a secret", details: { guard: "interceptors" } }

  it.each(["graphql", "rest"] as const)("over %s", async (route) => {
    const result = await within(withholding).issue.view(issue).run({ route })
    expect(result).toMatchObject({ ok: false, error: withheld })
    expect(JSON.stringify(result)).not.toContain("Greeting")
  })

  it("as a step of a chain, and before the step that would use its result", async () => {
    const ghx = within(withholding)
    const view = ghx.issue.view(issue)
    const { results } = await chain(
      view,
      ghx.issue.comments.create({ ...issue, body: view.out.title }),
    )
    expect(results).toMatchObject([{ error: withheld }, { ok: false }])
    expect(written()).toBe(0)
  })

  it("as a page of an iteration, and of one that goes through items", async () => {
    const list = within(withholding).issue.list(place)
    await expect(list.items().next()).rejects.toThrow("It holds a secret")
    await expect(list[Symbol.asyncIterator]().next()).rejects.toThrow("It holds a secret")
  })

  it("as a call by name", async () => {
    const { execute } = createExecutor({ client: through([withholding]) })
    expect(await execute("issue.view", issue)).toMatchObject({ ok: false, error: withheld })
  })
})

describe("an interceptor that fails", () => {
  it.each<[string, Interceptor, string]>([
    ["throws before it calls `next`", () => () => Promise.reject(new Error("No disk")), "No disk"],
    [
      "throws synchronously",
      () => {
        throw new Error("No disk")
      },
      "No disk",
    ],
    [
      "returns nothing without calling `next`",
      () => (async () => undefined) as never,
      "it returned no envelope",
    ],
    [
      "returns a result without calling `next`",
      () => async () => ({ ok: true, data: {}, meta: { capability_id: "issue.close" } }),
      "it returned a result without calling `next`",
    ],
    [
      "passes another call to `next`",
      (next) => (call) => next({ ...call, input: issue }),
      "`next` takes the call object that the interceptor got",
    ],
    [
      "returns an unreadable object",
      () => async () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("No")
            },
          },
        ) as never,
      "No",
    ],
  ])("because it %s prevents the request", async (_, interceptor, why) => {
    const ghx = within(interceptor)
    const error = {
      code: "UNKNOWN",
      message: `Not sent: an interceptor of issue.close failed: ${why}`,
      retryable: false,
      details: { outcome: "not_sent" },
    }
    expect(await ghx.issue.close(issue)).toMatchObject({ ok: false, error })
    const { status, results } = await chain(ghx.issue.close(issue))
    expect(status).toBe("failed")
    expect(results[0]).toMatchObject({ error })
    expect(sandbox.requests).toHaveLength(0)
  })

  it.each<[string, Interceptor]>([
    [
      "throws",
      (next) => async (call) => {
        await next(call)
        throw new Error("No disk")
      },
    ],
    [
      "returns nothing",
      (next) =>
        (async (call: InterceptedCall) => {
          await next(call)
        }) as never,
    ],
    [
      "refuses",
      (next) => async (call) => {
        await next(call)
        return refuse(call, "Too late")
      },
    ],
    [
      "returns another result",
      (next) => async (call) => ({ ...(await next(call)), data: {} }) as never,
    ],
    [
      "refuses without awaiting it",
      (next) => async (call) => {
        void next(call)
        return refuse(call, "Too late")
      },
    ],
    [
      "throws without awaiting it",
      (next) => async (call) => {
        void next(call)
        throw new Error("No disk")
      },
    ],
    [
      "returns a circular result",
      (next) => async (call) => {
        const outcome = await next(call)
        const meta: object = {
          get meta() {
            return meta
          },
        }
        return { ...outcome, meta } as never
      },
    ],
  ])("leaves the write's result unchanged if it calls `next` and %s", async (_, interceptor) => {
    const ghx = within(interceptor)
    const one = await ghx.issue.comments.create(comment)
    expect(one).toMatchObject({ ok: true, data: { author: "octocat" } })
    expect(one.meta.warnings).toEqual([
      {
        code: "CALLER",
        message: expect.stringMatching(
          /^An interceptor of issue.comments.create failed; the result of the call is unchanged: /,
        ),
      },
    ])
    const { status, meta } = await chain(ghx.issue.comments.create(comment))
    expect(status).toBe("success")
    expect(meta.warnings).toHaveLength(1)
    expect(written()).toBe(2)
  })

  it("cannot send a write twice if the first was applied or has an unknown outcome", async () => {
    const again: Interceptor = (next) => async (call) => {
      await next(call)
      return next(call)
    }
    const twice: Interceptor = (next) => async (call) => {
      const [one] = await Promise.all([next(call), next(call)])
      return one
    }
    let afterwards: () => Promise<unknown> = never
    const late: Interceptor = (next) => async (call) => {
      afterwards = () => next(call)
      return refuse(call, "Not now")
    }
    for (const interceptor of [again, twice]) {
      const made = await within(interceptor).issue.comments.create(comment)
      expect(made).toMatchObject({
        ok: true,
        meta: { warnings: [{ message: expect.stringContaining("`next`") }] },
      })
    }
    expect(written()).toBe(2)
    const refused = await within(late).issue.comments.create(comment)
    expect(refused).toMatchObject({ ok: false, error: { message: "Not now" } })
    await expect(afterwards()).rejects.toThrow("after the interceptor had returned")
    expect(written()).toBe(2)
    sandbox.reset()
    sandbox.injectFault({ match: { operation_name: "IssueCommentsCreate" }, drop: "after" })
    const lost = await createGhx({
      client: through([again], { retry: false }),
    }).issue.comments.create(comment)
    expect(lost).toMatchObject({ ok: false, error: { details: { outcome: "unknown" } } })
    const sent = sandbox.requests.filter(({ operation_type }) => operation_type === "mutation")
    expect(sent).toHaveLength(1)
  })

  it("may call `next` again for a failed read and for a write that was not applied", async () => {
    const again: Interceptor = (next) => async (call) => {
      const one = await next(call)
      return one.ok ? one : next(call)
    }
    const ghx = createGhx({ client: through([again], { retry: false }) })
    sandbox.injectFault({
      match: { operation_name: "IssueCommentsCreate" },
      status: 403,
      times: 1,
      body: { message: "No" },
    })
    expect(await ghx.issue.comments.create(comment)).toMatchObject({ ok: true })
    sandbox.injectFault({ match: { operation_name: "IssueView" }, status: 502, times: 1 })
    expect(await ghx.issue.view(issue).run({ route: "graphql" })).toMatchObject({ ok: true })
    expect(written()).toBe(1)
  })
})

describe("warnings and meta fields that an interceptor adds", () => {
  it("are in the call's meta and the chain's warnings, without replacing capability_id", async () => {
    const traced: Interceptor = (next) => async (call) => {
      const outcome = await next(call)
      const { warnings = [] } = outcome.meta
      const meta = {
        ...outcome.meta,
        capability_id: "x",
        trace_id: "4bf9",
        warnings: [...warnings, { code: "CALLER" as const, message: "Logged" }],
      }
      return { ...outcome, meta }
    }
    const ghx = within(traced)
    const { meta } = await ghx.issue.view(issue)
    expect(meta).toMatchObject({
      capability_id: "issue.view",
      trace_id: "4bf9",
      warnings: [{ code: "CALLER", message: "Logged" }],
    })
    const together = await chain(ghx.issue.view(issue), ghx.user.me())
    expect(together.meta.warnings).toMatchObject([
      { message: "#0 issue.view: Logged", step: 0 },
      { message: "#1 user.me: Logged", step: 1 },
    ])
  })
})

describe("a chain with interceptors", () => {
  it("still merges its three writes into two requests", async () => {
    const { interceptor } = watcher()
    const ghx = within(interceptor, interceptor)
    const comments = ["a", "b", "c"].map((body) => ghx.issue.comments.create({ ...issue, body }))
    await chain(...comments).orThrow()
    expect(sandbox.requests).toHaveLength(2)
  })

  it("writes in step order and ends when interceptors run one call at a time", async () => {
    let waits = 20
    const checks: Interceptor = (next) => async (call) => {
      waits -= 6
      await new Promise((resolve) => setTimeout(resolve, waits))
      return next(call)
    }
    let line: Promise<unknown> = Promise.resolve()
    const oneAtATime: Interceptor = (next) => (call) => {
      const before = line
      const mine = before.then(() => next(call))
      line = mine.catch(() => undefined)
      return mine
    }
    const ghx = within(checks, oneAtATime)
    const texts = ["a", "b", "c"]
    const comments = texts.map((body) => ghx.issue.comments.create({ ...issue, body }))
    const made = await chain(...comments, ghx.issue.view(issue)).orThrow()
    const { items } = await ghx.issue.comments.list(issue).orThrow()
    expect(items.slice(-3).map(({ body }) => body)).toEqual(texts)
    expect(made).toHaveLength(4)
  })
})

describe("an interceptor that never settles", () => {
  const forever: Interceptor = () => never

  it("ends when the call times out or is aborted, and nothing is sent", async () => {
    const ghx = within(forever)
    expect(await ghx.issue.close(issue).run({ timeout_ms: 5 })).toMatchObject({
      ok: false,
      error: { code: "NETWORK", retryable: true, details: { outcome: "not_sent" } },
    })
    const controller = new AbortController()
    const running = ghx.issue.close(issue).run({ signal: controller.signal })
    controller.abort(new Error("Enough"))
    await expect(running).rejects.toThrow("Enough")
    expect(sandbox.requests).toHaveLength(0)
  })

  it("returns the applied write with a warning when the call is aborted after `next`", async () => {
    const controller = new AbortController()
    const ghx = within((next) => async (call) => {
      await next(call)
      controller.abort()
      return never()
    })
    const { signal } = controller
    const made = await ghx.issue.comments.create(comment).run({ signal })
    expect(made).toMatchObject({ ok: true, meta: { warnings: [{ code: "CALLER" }] } })
  })
})

it.each([[{}], ["audit"], [["audit"]], [[undefined, () => never]]])(
  "createClient rejects the interceptors %j",
  (given) => {
    expect(() => createClient({ interceptors: given as never })).toThrow(
      "interceptors takes a list of functions",
    )
  },
)
