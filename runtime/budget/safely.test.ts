import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { memoryBudget } from "./memory.js"
import { safely } from "./safely.js"
import type { BudgetCost, BudgetStore } from "./store.js"

const minute = 60_000
const limit = 80
const costOf = (name: string): BudgetCost => ({
  windows: [{ name, ms: minute, limit, points: 1 }],
  concurrency: 100,
  priority: "interactive",
})

let time = 0
const now = () => time
beforeEach(() => {
  time = 0
  vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

/** A store on a server that can be down, and comes back empty. */
function server() {
  let inner: BudgetStore | undefined = memoryBudget(now)
  const up = async () => {
    if (!inner) throw new Error("connection refused")
    return inner
  }
  const store: BudgetStore = {
    reserve: async (...given) => (await up()).reserve(...given),
    release: async (...given) => (await up()).release(...given),
    observe: async (...given) => (await up()).observe(...given),
    look: async (...given) => (await up()).look(...given),
  }
  return {
    store,
    kill: () => {
      inner = undefined
    },
    start: () => {
      inner = memoryBudget(now)
    },
  }
}

let leases = 0
async function takes(store: BudgetStore, name = "creations_minute"): Promise<boolean> {
  leases += 1
  const lease = { id: `lease-${leases}`, ms: 1_000 }
  const { ok } = await store.reserve("token", costOf(name), lease)
  await store.release("token", lease)
  return ok
}

test("processes together keep to a limit while the store is down, and after it comes back empty", async () => {
  const { store, kill, start } = server()
  // Each wants something else, together three times as much as there is.
  const processes = Array.from({ length: 8 }, (_, index) => ({
    own: safely(store, now),
    wants: index % 4,
  }))
  const sent: number[] = []
  for (; time < 600_000; time += 500) {
    if (time === 200_000) kill()
    if (time === 290_000) start()
    for (const { own, wants } of processes) {
      for (let request = 0; request < wants; request += 1) if (await takes(own)) sent.push(time)
      // Other requests of a process say nothing about this limit.
      await takes(own, "graphql_minute")
    }
  }
  const within = (from: number) => sent.filter((at) => at >= from && at < from + minute).length
  const most = Math.max(...sent.map(within))
  expect(most).toBeLessThanOrEqual(limit)
  // Nobody stops, neither in the outage nor after it.
  for (const from of [0, 100_000, 210_000, 300_000, 500_000]) {
    expect(within(from)).toBeGreaterThan(limit * 0.8)
  }
})

test("a request that costs more than a process's share is still sent", async () => {
  const { store, kill } = server()
  const [one, other] = [safely(store, now), safely(store, now)]
  for (let request = 0; request < limit; request += 1) await takes(request === 0 ? one : other)
  kill()
  time += minute
  expect(await takes(one)).toBe(true)
  const [window] = costOf("creations_minute").windows
  const ten = { ...costOf(""), windows: window ? [{ ...window, points: 10 }] : [] }
  time += minute
  const reserved = await one.reserve("token", ten, { id: "ten", ms: 1_000 })
  expect(reserved).toMatchObject({ ok: true })
})

test("a second outage is divided by what was spent before it", async () => {
  const { store, kill, start } = server()
  const [first, second] = [safely(store, now), safely(store, now)]
  await takes(first)
  kill()
  // Without other processes, it takes the whole budget.
  for (let request = 0; request < 10; request += 1) await takes(first)
  start()
  time += 2 * minute
  const sent: number[] = []
  for (; time < 10 * minute; time += 500) {
    if (time === 5 * minute) kill()
    for (const own of [first, second]) if (await takes(own)) sent.push(time)
  }
  const within = (from: number) => sent.filter((at) => at >= from && at < from + minute).length
  expect(Math.max(...sent.map(within))).toBeLessThanOrEqual(limit)
})

test("what the store refuses takes nothing of a process's share", async () => {
  const { store, kill, start } = server()
  const [one, other] = [safely(store, now), safely(store, now)]
  await takes(other)
  await takes(one)
  kill()
  expect(await takes(one)).toBe(true)
  start()
  time += 6_000
  await store.observe("token", { pause_ms: 10_000 })
  for (let request = 0; request < 20; request += 1) expect(await takes(one)).toBe(false)
  time += 12_000
  expect(await takes(one)).toBe(true)
})

test("processes together keep to the requests at once while the store is down", async () => {
  const { store, kill } = server()
  const processes = Array.from({ length: 8 }, () => safely(store, now))
  for (const own of processes) for (let request = 0; request < 5; request += 1) await takes(own)
  kill()
  time += minute
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

test("a process that is alone, or never reached the store, has the limit for itself", async () => {
  const { store, kill } = server()
  const alone = safely(store, now)
  expect(await takes(alone)).toBe(true)
  kill()
  const granted = async (own: BudgetStore) => {
    let count = 0
    for (let request = 0; request < 200; request += 1) if (await takes(own)) count += 1
    return count
  }
  expect(await granted(alone)).toBe(limit - 1)
  expect(await granted(safely(store, now))).toBe(limit)
})
