/** Tests one rate budget over several stores and processes: real servers, and the same promises for each store. */

import KeyvRedis from "@keyv/redis"
import { type CachedResponse, chain, createGhx } from "ghx"
import {
  type BudgetCost,
  type BudgetStore,
  memoryBudget,
  postgresBudget,
  redisBudget,
} from "ghx/budget"
import { startSandbox } from "ghx/sandbox"
import { Redis } from "ioredis"
import { Keyv } from "keyv"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { needs } from "./needs.js"
import { serverPath } from "./server-paths.js"
import { type Server, startPostgres, startRedis } from "./servers.js"

let redisServer: Server | undefined
let postgresServer: Server | undefined
const closing: (() => unknown)[] = []

beforeAll(async () => {
  if (serverPath("redis-server")) redisServer = await startRedis()
  if (serverPath("postgres")) postgresServer = await startPostgres()
})
afterAll(async () => {
  for (const close of closing) await close()
  await redisServer?.stop()
  await postgresServer?.stop()
})

function redis(): BudgetStore {
  const client = new Redis(redisServer?.url ?? "", { maxRetriesPerRequest: 1 })
  client.on("error", () => undefined)
  closing.push(() => client.disconnect())
  return redisBudget(client)
}

function postgres(): BudgetStore {
  const pool = new pg.Pool({ connectionString: postgresServer?.url ?? "", max: 4 })
  pool.on("error", () => undefined)
  closing.push(() => pool.end())
  return postgresBudget(pool)
}

const memory = memoryBudget()
let names = 0
const fresh = () => {
  names += 1
  return `token-${names}`
}
const cost = (
  points: number,
  limit: number,
  ms: number,
  more: Partial<BudgetCost> = {},
): BudgetCost => ({
  windows: [{ name: "w", ms, limit, points, resource: "core" }],
  concurrency: 100,
  priority: "interactive",
  ...more,
})
/** The result of a case that must end in time, tried again while the machine is too busy for it. */
async function quickly<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await run()
  return performance.now() - begun < ms ? result : quickly(ms, run)
}

const lease = (ms = 10_000) => ({ id: crypto.randomUUID(), ms })

it.each([
  [{ graphql_minut: 5 }, /no option `graphql_minut`/],
  [{ core_hour: 0 }, /core_hour/],
])("a budget with the limits %j is refused", (limits, message) => {
  const budget = { store: memory, limits }
  expect(() => createGhx({ budget: budget as never })).toThrow(message)
})

it("Postgres forgets tokens that nobody has used for hours", async (context) => {
  needs("postgres", context)
  const pool = new pg.Pool({ connectionString: postgresServer?.url ?? "", max: 1 })
  closing.push(() => pool.end())
  const store = postgresBudget(pool)
  const [old, used] = [fresh(), fresh()]
  for (const token of [old, used]) await store.reserve(token, cost(1, 9, 60_000), lease(1))
  const hours = 3 * 3_600_000
  await pool.query("update ghx_budget set born = born - $1", [hours])
  await pool.query("update ghx_budget_log set at = at - $1 where token = $2", [hours, old])
  await pool.query("update ghx_budget_lease set until = until - $1", [hours])
  await store.reserve(fresh(), cost(1, 9, 60_000), lease())
  for (const table of ["ghx_budget", "ghx_budget_log", "ghx_budget_lease"]) {
    const { rows } = await pool.query(`select token from ${table}`)
    const tokens = rows.map(({ token }) => token)
    expect([table, tokens.includes(old), tokens.includes(used)]).toEqual([table, false, true])
  }
})

it("memory forgets tokens that nobody uses, and no others", async () => {
  let now = 0
  const store = memoryBudget(() => now)
  const one = cost(1, 1, 60_000)
  const epochs = async (token: string) => (await store.reserve(token, one, lease())).epoch
  await epochs("old")
  now = 200_000
  await epochs("young")
  now = 210_000
  for (let index = 0; index < 1_000; index += 1) await store.look(`token ${index}`, one.windows)
  expect(await epochs("old")).toBe(now)
  expect(await epochs("young")).toBe(200_000)
})

describe.each([
  { name: "memory", needed: undefined, connect: () => memory },
  { name: "redis", needed: "redis-server", connect: redis },
  { name: "postgres", needed: "postgres", connect: postgres },
] as const)("a budget store in $name", ({ needed, connect }) => {
  const all =
    (test: (one: BudgetStore, other: BudgetStore) => Promise<void>) =>
    async (context: Parameters<typeof needs>[1]) => {
      if (needed) needs(needed, context)
      await test(connect(), connect())
    }

  it(
    "grants no more than the limit of a window, across connections",
    all(async (one, other) => {
      const granted = async (token: string, window_ms: number) => {
        const asked = Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? one : other).reserve(token, cost(1, 15, window_ms), lease()),
        )
        return (await Promise.all(asked)).filter(({ ok }) => ok).length
      }
      const [held, passing] = [fresh(), fresh()]
      expect(await granted(held, 60_000)).toBe(15)
      const refused = await one.reserve(held, cost(1, 15, 60_000), lease())
      expect(refused).toMatchObject({ ok: false, window: "w", wait_ms: expect.any(Number) })
      // On a busy machine, one window does not hold all requests.
      expect(await granted(passing, 300)).toBeGreaterThanOrEqual(15)
      await new Promise((resolve) => setTimeout(resolve, 350))
      expect(await one.reserve(passing, cost(1, 15, 300), lease())).toMatchObject({ ok: true })
    }),
  )

  it(
    "reserves a share of a limit, reports what is left, and refuses a cost that never fits",
    all(async (one, other) => {
      const token = fresh()
      const shared = cost(8, 10, 60_000)
      const [all] = shared.windows
      const windows = all ? [all, { ...all, name: "w:batch", share: 0.8 }] : []
      const batch = { ...shared, windows, priority: "batch" } as const
      expect(await one.reserve(token, batch, lease())).toEqual({
        ok: true,
        left: { w: 2, "w:batch": 0 },
        epoch: expect.any(Number),
      })
      const more = windows.map((window) => ({ ...window, points: 1 }))
      const waits = lease()
      const refused = await one.reserve(token, { ...batch, windows: more, behind: 4 }, waits)
      const left = { w: 2, "w:batch": 0 }
      expect(refused).toMatchObject({ ok: false, window: "w:batch", left })
      expect(await other.look(token, windows)).toEqual({
        windows: [
          { name: "w", limit: 10, left: 2 },
          { name: "w:batch", limit: 8, left: 0 },
        ],
        requests: 1,
        pause_ms: 0,
        waiting: [{ priority: "batch", window: "w:batch", requests: 5 }],
      })
      await one.release(token, waits)
      expect(await other.look(token, [])).toMatchObject({ windows: [], waiting: [] })
      expect(await one.reserve(token, cost(2, 10, 60_000), lease())).toMatchObject({ ok: true })
      for (const [never, window] of [
        [cost(11, 10, 60_000), "w"],
        [cost(1, 0, 60_000), "w"],
        [cost(1, 9, 9, { concurrency: 0 }), "concurrency"],
      ] as const) {
        const refused = await one.reserve(fresh(), never, lease())
        expect(refused).toEqual({ ok: false, window, epoch: expect.any(Number) })
      }
    }),
  )

  it(
    "frees a place when its lease is released or expires",
    all(async (one, other) => {
      const token = fresh()
      const single = cost(1, 100, 60_000, { concurrency: 1 })
      const held = lease()
      expect(await one.reserve(token, single, held)).toMatchObject({ ok: true })
      expect(await other.reserve(token, single, lease())).toMatchObject({ window: "concurrency" })
      await one.release(token, held)
      expect(await other.reserve(token, single, lease(100))).toMatchObject({ ok: true })
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(await one.reserve(token, single, lease())).toMatchObject({ ok: true })
    }),
  )

  it(
    "counts a request from the time of its response, not of its reservation",
    all(async (one, other) => {
      const token = fresh()
      const single = cost(1, 1, 60_000)
      const held = lease()
      expect(await one.reserve(token, single, held)).toMatchObject({ ok: true })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const released = performance.now()
      await other.release(token, held, single.windows)
      const refused = await one.reserve(token, single, lease())
      expect(refused).toMatchObject({ ok: false, window: "w" })
      const since = performance.now() - released
      expect(Object(refused).wait_ms).toBeGreaterThanOrEqual(60_000 - since - 10)
      expect((await other.look(token, single.windows)).windows).toMatchObject([{ left: 0 }])
    }),
  )

  it(
    "restores each reservation once, and reported points of others until their window ends",
    all(async (one, other) => {
      const token = fresh()
      const ms = 60_000
      const windows = cost(0, 20, ms).windows
      const left = async () => (await other.look(token, windows)).windows[0]?.left
      const entry = (lease: string, points: number, ago: number) => {
        return { lease, points, reserved_ago: ago, counted_ago: ago - 1_000 }
      }
      const restore = (
        entries: ReturnType<typeof entry>[],
        report?: { used: number; ago: number },
      ) =>
        one.restore(token, {
          windows: [{ name: "w", ms, entries, ...(report && { report }) }],
          leases: [{ id: "in flight", ms }],
        })
      const begun = performance.now()
      /** The first call may take some of these milliseconds. */
      const expectWait = (answer: unknown, most: number) => {
        const { wait_ms } = Object(answer)
        expect(wait_ms).toBeLessThanOrEqual(most)
        expect(wait_ms).toBeGreaterThanOrEqual(most - (performance.now() - begun) - 10)
      }
      // Of 10 points, 7 are this process's, 2 have expired since the report, and 1 was spent after it.
      const own = [entry("a", 5, 40_000), entry("b", 2, 65_000), entry("c", 1, 2_000)]
      await restore(own, { used: 10, ago: 30_000 })
      expect(await left()).toBe(20 - 5 - 1 - 3)
      await restore(own, { used: 10, ago: 30_000 })
      expect(await left()).toBe(20 - 5 - 1 - 3)
      // An earlier report has less effect, and another process's reservation is one of its three points.
      await restore([entry("d", 1, 50_000)], { used: 9, ago: 35_000 })
      expect(await left()).toBe(20 - 5 - 1 - 1 - 2)
      // A later report, made before the two points expired.
      await restore([], { used: 9, ago: 10_000 })
      expect(await left()).toBe(20 - 5 - 1 - 1 - 1)
      // Points expire in the order of their times.
      expectWait(await one.reserve(token, cost(13, 20, ms), lease()), 11_000)
      const single = cost(1, 20, ms, { concurrency: 1 })
      expect(await one.reserve(token, single, lease())).toMatchObject({ window: "concurrency" })
      await one.release(token, { id: "in flight", ms })
      expect(await other.reserve(token, single, lease())).toMatchObject({ ok: true })
      // Releasing a request also renews restored points.
      await other.release(
        token,
        { id: "d", ms },
        windows.map((w) => ({ ...w, points: 1 })),
      )
      expectWait(await one.reserve(token, cost(13, 20, ms), lease()), 21_000)
    }),
  )

  it(
    "restores no reservation that it already has, and ignores a report newer than its data",
    all(async (one, other) => {
      const token = fresh()
      const spends = cost(3, 10, 60_000)
      const known = lease()
      const first = await one.reserve(token, spends, known)
      expect(first).toMatchObject({ ok: true, left: { w: 7 } })
      await new Promise((resolve) => setTimeout(resolve, 50))
      const entries = [{ lease: known.id, points: 3, reserved_ago: 50, counted_ago: 20 }]
      const report = { used: 9, ago: 10 }
      await other.restore(token, {
        windows: [{ name: "w", ms: 60_000, entries, report }],
        leases: [],
      })
      const next = await other.reserve(token, spends, lease())
      expect(next).toMatchObject({ ok: true, left: { w: 4 } })
      expect(next.epoch).toBe(first.epoch)
      // The reservation whose answer came too late is made again.
      expect(await one.reserve(token, spends, known)).toMatchObject({ ok: true })
      expect((await one.look(token, spends.windows)).windows).toMatchObject([{ left: 4 }])
    }),
  )

  it(
    "blocks all connections during a pause, and counts the usage that GitHub reports",
    all(async (one, other) => {
      const long = fresh()
      await one.observe(long, { pause_ms: 60_000 })
      const paused = await other.reserve(long, cost(1, 100, 60_000), lease())
      expect(paused).toMatchObject({ window: "pause" })
      expect(paused).not.toHaveProperty("left")
      // In the first second after a pause, one request at a time.
      const afterPause = await quickly(800, async () => {
        const token = fresh()
        await one.observe(token, { pause_ms: 1 })
        await new Promise((resolve) => setTimeout(resolve, 50))
        const first = await other.reserve(token, cost(1, 100, 60_000), lease())
        return [first, await one.reserve(token, cost(1, 100, 60_000), lease())]
      })
      expect(afterPause).toMatchObject([{ ok: true }, { window: "concurrency" }])
      const busy = fresh()
      const primary = {
        resource: "core",
        window: "w",
        ms: 60_000,
        limit: 20,
        used: 18,
        reset_ms: 30_000,
      }
      await one.observe(busy, { primary })
      for (let time = 0; time < 2; time += 1) {
        expect(await other.reserve(busy, cost(1, 5_000, 60_000), lease())).toMatchObject({
          ok: true,
        })
      }
      expect(await other.reserve(busy, cost(1, 5_000, 60_000), lease())).toMatchObject({
        ok: false,
        window: "w",
      })
    }),
  )
})

describe("a client with a budget", () => {
  it("returns RATE_LIMIT instead of a long wait, and works on if the store is down", async (context) => {
    needs("redis-server", context)
    const server = await startRedis()
    const client = new Redis(server.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false })
    client.on("error", () => undefined)
    await new Promise((resolve) => client.once("ready", resolve))
    const sandbox = await startSandbox()
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on("warning", onWarning)
    const store = redisBudget(client)
    const tokens: string[] = []
    const watched: BudgetStore = {
      ...store,
      reserve: (token, ...rest) => {
        tokens.push(token)
        return store.reserve(token, ...rest)
      },
    }
    const { url: base_url, token } = sandbox
    const ghx = createGhx({ base_url, token, budget: { store: watched } })
    const view = () => ghx.issue.view({ owner: "octocat", repo: "hello-world", issue_number: 1 })
    expect(await view()).toMatchObject({ ok: true })
    const [hash = ""] = tokens
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    await store.observe(hash, { pause_ms: 50_000 })
    const begun = performance.now()
    expect(await view()).toMatchObject({
      ok: false,
      error: {
        code: "RATE_LIMIT",
        retryable: true,
        details: { retry_after_ms: expect.any(Number) },
      },
    })
    expect(performance.now() - begun).toBeLessThan(40_000)
    await server.kill()
    for (let time = 0; time < 3; time += 1) expect(await view()).toMatchObject({ ok: true })
    expect(warnings.filter(({ name }) => name === "GhxBudgetWarning")).toHaveLength(1)
    await server.start()
    const minute = { name: "graphql_minute", ms: 61_000, limit: 2_000, points: 0 }
    const used = () =>
      store.look(hash, [minute]).then(({ windows: [found] }) => 2_000 - Number(found?.left))
    // The store came back empty; the client restores what it has spent without another request.
    await vi.waitFor(async () => expect(await used()).toBe(4), { interval: 200 })
    process.off("warning", onWarning)
    client.disconnect()
    await sandbox.close()
    await server.stop()
  })

  it("counts the creations in a chain", async () => {
    const sandbox = await startSandbox()
    const costs: BudgetCost[] = []
    const store = memoryBudget()
    const watched: BudgetStore = {
      ...store,
      reserve: (token, asked, ...rest) => {
        costs.push(asked)
        return store.reserve(token, asked, ...rest)
      },
    }
    const { url: base_url, token } = sandbox
    const ghx = createGhx({ base_url, token, budget: { store: watched } })
    const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
    const comment = (body: string) => ghx.issue.comments.create({ ...issue, body })
    const { status } = await chain(comment("one"), comment("two"))
    expect(status).toBe("success")
    const created = costs.flatMap(({ windows }) =>
      windows.filter(({ name }) => name === "creations_minute").map(({ points }) => points),
    )
    expect(created.reduce((sum, points) => sum + points, 0)).toBe(2)
    await sandbox.close()
  })

  it("counts the hourly cost of a document by its connections, a merged document once", async () => {
    const sandbox = await startSandbox()
    const costs: BudgetCost[] = []
    const store = memoryBudget()
    const watched: BudgetStore = {
      ...store,
      reserve: (token, asked, ...rest) => {
        costs.push(asked)
        return store.reserve(token, asked, ...rest)
      },
    }
    const { url: base_url, token } = sandbox
    const ghx = createGhx({ base_url, token, budget: { store: watched } })
    const repository = { owner: "octocat", repo: "hello-world" }
    const list = (first: number) => ghx.issue.list({ ...repository, first })
    await list(10)
    await list(100)
    await chain(list(100), list(90), list(80))
    await chain(...[1, 2, 3].map((issue_number) => ghx.issue.view({ ...repository, issue_number })))
    const text = '{ rateLimit { cost } search(type: ISSUE, query: "is:open", first: 100) '
    const document = `${text}{ nodes { ... on Issue { labels(first: 100) { nodes { name } } } } } }`
    const ask = ghx.document<{ rate_limit: { cost: number } }>(document)
    expect(await ask()).toMatchObject({ ok: true, data: { rate_limit: { cost: 1 } } })
    const hourly = costs.map(
      ({ windows }) => windows.find(({ name }) => name === "graphql_hour")?.points,
    )
    // A list asks for the labels and the assignees of each issue: 1 + 2 × 100 requests, 1 + 2 × 90, 1 + 2 × 80.
    expect(hourly).toEqual([1, 2, 5, 1, 1])
    await sandbox.close()
  })

  it("shares cached responses with another client through a Keyv store", async (context) => {
    needs("redis-server", context)
    const sandbox = await startSandbox()
    const { url: base_url, token } = sandbox
    const keyvs = [0, 1].map(() => new Keyv<CachedResponse>(new KeyvRedis(redisServer?.url ?? "")))
    const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
    for (const response_cache of keyvs) {
      const ghx = createGhx({ base_url, token, response_cache, routes: ["rest"] })
      expect(await ghx.issue.view(issue)).toMatchObject({ ok: true })
      // The store is written after the answer.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 304])
    for (const keyv of keyvs) await keyv.disconnect()
    await sandbox.close()
  })

  it("rejects an invalid `budget` option and names the expected value", () => {
    const store = memoryBudget()
    for (const [budget, message] of [
      [{ store: {} }, "a store of ghx/budget"],
      [{}, "a store of ghx/budget"],
      [{ store, priority: "high" }, "`priority` interactive or batch"],
      [{ store, prio: "batch" }, "no option `prio`"],
      [{ store, max_wait_ms: -1 }, "`max_wait_ms` as positive"],
    ] as const) {
      expect(() => createGhx({ token: "t", budget: budget as never })).toThrow(message)
    }
  })
})
