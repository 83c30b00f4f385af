import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { VirtualClock } from "../../../tooling/bench/simulation/virtual-clock.js"
import { memoryBudget } from "./memory.js"
import { withOutageFallback } from "./outage-fallback.js"
import type { BudgetCost, BudgetStore } from "./store.js"

const minute = 60_000
const hour = 60 * minute
const limit = 80
const costOf = (name: string, ms = minute): BudgetCost => ({
  windows: [{ name, ms, limit, points: 1 }],
  concurrency: 100,
  priority: "interactive",
})

let clock = new VirtualClock(1)
beforeEach(() => {
  clock = new VirtualClock(1)
  vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

const advance = (ms: number) => clock.runUntil(clock.now() + ms)

/** A store on a server that can be down, and comes back empty or with its data. */
function server() {
  let inner = memoryBudget(clock.now)
  let isUp = true
  const up = async () => {
    if (!isUp) throw new Error("connection refused")
    return inner
  }
  const store: BudgetStore = {
    reserve: async (...given) => (await up()).reserve(...given),
    release: async (...given) => (await up()).release(...given),
    observe: async (...given) => (await up()).observe(...given),
    restore: async (...given) => (await up()).restore(...given),
    look: async (...given) => (await up()).look(...given),
  }
  return {
    store,
    kill: () => {
      isUp = false
    },
    start: (data: "empty" | "kept" = "empty") => {
      if (data === "empty") inner = memoryBudget(clock.now)
      isUp = true
    },
  }
}

type Safe = ReturnType<typeof withOutageFallback>

let leases = 0
async function tryRequest(store: Safe, cost = costOf("creations_minute")): Promise<boolean> {
  leases += 1
  const lease = { id: `lease-${leases}`, ms: 1_000 }
  const { ok } = await store.reserve("token", cost, lease)
  await store.release("token", lease)
  return ok
}

/** The number of requests that a store grants. */
async function countGranted(store: Safe, requests: number, cost?: BudgetCost): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request += 1) {
    if (await tryRequest(store, cost)) count += 1
    await advance(1)
  }
  return count
}

test("processes together stay within a limit while the store is down and after it restarts empty", async () => {
  const { store, kill, start } = server()
  // Each process requests a different amount; together they request three times the limit.
  const processes = Array.from({ length: 8 }, (_, index) => ({
    own: withOutageFallback(store, clock),
    wants: index % 4,
  }))
  const sent: number[] = []
  for (let time = 0; time < 600_000; time += 500) {
    await clock.runUntil(time)
    if (time === 200_000) kill()
    if (time === 290_000) start()
    for (const { own, wants } of processes) {
      for (let request = 0; request < wants; request += 1)
        if (await tryRequest(own)) sent.push(time)
      // Other requests of a process do not affect this limit.
      await tryRequest(own, costOf("graphql_minute"))
    }
  }
  const within = (from: number) => sent.filter((at) => at >= from && at < from + minute).length
  const most = Math.max(...sent.map(within))
  expect(most).toBeLessThanOrEqual(limit)
  // No process stops, neither in the outage nor after it.
  for (const from of [0, 100_000, 210_000, 300_000, 500_000]) {
    expect(within(from)).toBeGreaterThan(limit * 0.8)
  }
})

test.each(["empty", "kept"] as const)(
  "processes can spend the rest of a limit soon after the store comes back %s",
  async (data) => {
    const { store, kill, start } = server()
    const [one, other, dead] = [0, 1, 2].map(() => withOutageFallback(store, clock)) as [
      Safe,
      Safe,
      Safe,
    ]
    const cost = costOf("creations_hour", hour)
    expect(await countGranted(dead, 10, cost)).toBe(10)
    expect(await countGranted(one, 20, cost)).toBe(20)
    expect(await countGranted(other, 5, cost)).toBe(5)
    kill()
    // A tenth of the 50 that were left by its last report.
    expect(await countGranted(one, 100, cost)).toBe(5)
    await advance(30_000)
    start(data)
    await advance(20_000)
    const first = await countGranted(other, 100, cost)
    await advance(20_000)
    expect(first + (await countGranted(other, 100, cost))).toBe(limit - 10 - 20 - 5 - 5)
    await clock.runUntil(hour - 1)
    expect(await tryRequest(one, cost)).toBe(false)
    await advance(1_000)
    expect(await tryRequest(one, cost)).toBe(true)
  },
)

test("processes restore their points to a store that loses its data without an outage", async () => {
  const { store, start } = server()
  const [one, other, dead] = [0, 1, 2].map(() => withOutageFallback(store, clock)) as [
    Safe,
    Safe,
    Safe,
  ]
  const cost = costOf("creations_hour", hour)
  for (const own of [dead, other, one]) expect(await countGranted(own, 20, cost)).toBe(20)
  start("empty")
  expect(await countGranted(one, 1, cost)).toBe(1)
  await advance(20_000)
  const first = await countGranted(other, 100, cost)
  expect(first).toBeGreaterThan(0)
  await advance(20_000)
  const rest = (await countGranted(other, 100, cost)) + (await countGranted(one, 100, cost))
  expect(first + rest).toBe(limit - 61)
})

test("a process stays within its share until other processes have restored their points", async () => {
  const { store, kill, start } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  expect(await countGranted(one, 39)).toBe(39)
  expect(await countGranted(other, 30)).toBe(30)
  expect(await countGranted(one, 1)).toBe(1)
  kill()
  // The two processes ask at different times whether the store is back.
  await tryRequest(one)
  await advance(3_000)
  await tryRequest(other)
  await clock.runUntil(2 * minute)
  expect(await countGranted(other, 30)).toBe(30)
  start()
  await clock.runUntil(2 * minute + 1_000)
  expect(await countGranted(one, 100)).toBeLessThanOrEqual(50)
})

test("a single failed response of the store does not divide a limit among processes", async () => {
  const { store, kill, start } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  for (const own of [other, one]) expect(await countGranted(own, 10)).toBe(10)
  kill()
  expect(await tryRequest(one)).toBe(true)
  start("kept")
  await advance(1)
  expect(await countGranted(one, 100)).toBe(limit - 21)
  expect(process.emitWarning).not.toHaveBeenCalled()
})

test("a request that ends while the store is down frees its concurrency slot", async () => {
  const { store, kill, start } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  const single = { ...costOf("creations_minute"), concurrency: 1 }
  expect(await one.reserve("token", single, { id: "slow", ms: hour })).toMatchObject({ ok: true })
  kill()
  await one.release("token", { id: "slow", ms: hour })
  start("kept")
  await advance(1)
  expect(await other.reserve("token", single, { id: "next", ms: hour })).toMatchObject({ ok: true })
})

test("a pause and the requests in flight survive the loss of the store's data", async () => {
  const { store, kill, start } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  const single = { ...costOf("creations_minute"), concurrency: 1 }
  await tryRequest(other)
  expect(await one.reserve("token", single, { id: "slow", ms: hour })).toMatchObject({ ok: true })
  await one.observe("token", { pause_ms: 10 * minute })
  kill()
  await tryRequest(one)
  await tryRequest(other)
  start()
  await advance(minute)
  expect(await other.reserve("token", single, { id: "next", ms: hour })).toMatchObject({
    window: "pause",
  })
  await advance(10 * minute)
  expect(await other.reserve("token", single, { id: "next", ms: hour })).toMatchObject({
    window: "concurrency",
  })
  await one.release("token", { id: "slow", ms: hour })
  expect(await other.reserve("token", single, { id: "next", ms: hour })).toMatchObject({ ok: true })
})

test("a process sends a request that costs more than its share in an outage", async () => {
  const { store, kill } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  for (let request = 0; request < limit; request += 1) await tryRequest(request === 0 ? one : other)
  kill()
  await advance(minute)
  expect(await tryRequest(one)).toBe(true)
  const [window] = costOf("creations_minute").windows
  const ten = { ...costOf(""), windows: window ? [{ ...window, points: 10 }] : [] }
  await advance(minute)
  const reserved = await one.reserve("token", ten, { id: "ten", ms: 1_000 })
  expect(reserved).toMatchObject({ ok: true })
})

test("processes stay within a limit in a second outage, after one of them used it in the first", async () => {
  const { store, kill, start } = server()
  const [first, second] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  await tryRequest(first)
  kill()
  // Without other processes, it takes the whole budget.
  await countGranted(first, 10)
  start()
  await advance(2 * minute)
  const sent: number[] = []
  for (let time = clock.now(); time < 10 * minute; time += 500) {
    await clock.runUntil(time)
    if (time === 5 * minute) kill()
    for (const own of [first, second]) if (await tryRequest(own)) sent.push(time)
  }
  const within = (from: number) => sent.filter((at) => at >= from && at < from + minute).length
  expect(Math.max(...sent.map(within))).toBeLessThanOrEqual(limit)
})

test("a request that the store refuses after an outage does not reduce the share of a process", async () => {
  const { store, kill, start } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  await tryRequest(other)
  await tryRequest(one)
  kill()
  expect(await tryRequest(one)).toBe(true)
  start()
  await advance(6_000)
  await store.observe("token", { pause_ms: 500 })
  expect(await countGranted(one, 20)).toBe(0)
  await advance(1_500)
  expect(await tryRequest(one)).toBe(true)
})

test("a refusal for a share that is used up asks to wait 5 s, not until the window ends", async () => {
  const { store, kill } = server()
  const [one, other] = [withOutageFallback(store, clock), withOutageFallback(store, clock)]
  const cost = costOf("creations_hour", hour)
  await tryRequest(other, cost)
  await tryRequest(one, cost)
  kill()
  await countGranted(one, 100, cost)
  const refused = await one.reserve("token", cost, { id: "last", ms: 1_000 })
  expect(refused).toMatchObject({ ok: false, window: "creations_hour", wait_ms: 5_000 })
})

test("processes together stay within the concurrency limit while the store is down", async () => {
  const { store, kill } = server()
  const processes = Array.from({ length: 8 }, () => withOutageFallback(store, clock))
  for (const own of processes)
    for (let request = 0; request < 5; request += 1) await tryRequest(own)
  kill()
  await advance(minute)
  let under_way = 0
  for (const own of processes) {
    for (let request = 0; request < 100; request += 1) {
      const window = { name: "creations_minute", ms: minute, limit, points: 0 }
      const cost = { ...costOf(""), windows: [window] }
      const { ok } = await own.reserve("token", cost, { id: `${request}`, ms: minute })
      if (ok) under_way += 1
    }
  }
  expect(under_way).toBeLessThanOrEqual(100)
  expect(under_way).toBeGreaterThan(50)
})

test("a process that is alone, or never reached the store, can use the whole limit", async () => {
  const { store, kill } = server()
  const alone = withOutageFallback(store, clock)
  expect(await tryRequest(alone)).toBe(true)
  kill()
  expect(await countGranted(alone, 200)).toBe(limit - 1)
  expect(await countGranted(withOutageFallback(store, clock), 200)).toBe(limit)
})
