/**
 * Random outages, kills and arrivals under a virtual clock. The sums exclude what no living process can know:
 * points that a killed process spent after the last report that a survivor got, points that it spent in an outage and
 * could not restore, and the requests that a process without a share may still send.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { all } from "../../../test/some.js"
import { VirtualClock } from "../../../tooling/bench/simulation/virtual-clock.js"
import { memoryBudget } from "./memory.js"
import { withOutageFallback } from "./outage-fallback.js"
import type { BudgetStore } from "./store.js"

const second = 1_000
/** How long after an outage all processes have restored what they know. */
const settled = 15 * second
const end = 3_600 * second
const windows = [
  { name: "short", ms: 60 * second, limit: 60, points: 1 },
  { name: "long", ms: 600 * second, limit: 300, points: 1 },
]
/** With more processes, their shares would add up to more than was unspent. */
const most = 4

beforeEach(() => void vi.spyOn(process, "emitWarning").mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

interface Point {
  /** `counted` is when GitHub counts the point, `answered` when it answers. */
  counted: number
  readonly answered: number
  readonly granted: number
  /** The windows for which no other process can know the point. */
  readonly unknown: Set<string>
}

interface Process {
  readonly points: Point[]
  isAlive: boolean
  /** `reported` is when the store last answered the process, `restored` when the process last restored. */
  reported: number
  restored: number
  /** Windows in which the process has no share in this outage. */
  without: Set<string>
}

interface Outage {
  readonly from: number
  readonly to: number
  readonly data: "empty" | "kept"
}

async function simulate(seed: number) {
  const clock = new VirtualClock(seed)
  const between = (low: number, high: number) => low + clock.random() * (high - low)
  const outages: Outage[] = []
  for (let from = between(60, 300); from < 3_300; ) {
    const to = from + between(1, 150)
    const data = clock.random() < 0.7 ? "empty" : "kept"
    outages.push({ from: from * second, to: to * second, data })
    from = to + between(15, 600)
  }
  /** A process that starts in an outage has the limits for itself. */
  const isCalm = (at: number) =>
    outages.every(({ from, to }) => at < from - 10 * second || at > to + settled)

  let kept = memoryBudget(clock.now)
  let inner: BudgetStore | undefined = kept
  const all: Process[] = []
  const alive = () => all.filter(({ isAlive }) => isAlive)
  const start = () => {
    const own: Process = {
      points: [],
      isAlive: true,
      reported: -1,
      restored: -1,
      without: new Set(),
    }
    all.push(own)
    const up = async () => {
      if (!inner || !own.isAlive) throw new Error("connection refused")
      return inner
    }
    const store: BudgetStore = {
      async reserve(...given) {
        const answer = await (await up()).reserve(...given)
        own.reported = clock.now()
        return answer
      },
      async restore(...given) {
        await (await up()).restore(...given)
        own.restored = clock.now()
      },
      release: async (...given) => (await up()).release(...given),
      observe: async (...given) => (await up()).observe(...given),
      look: async (...given) => (await up()).look(...given),
    }
    void runProcess(own, withOutageFallback(store, clock), clock, between)
  }
  const forget = ({ unknown }: Point) => {
    for (const { name } of windows) unknown.add(name)
  }
  const kill = (one: Process) => {
    one.isAlive = false
    const began = outages.findLast(({ from }) => from <= clock.now())?.from ?? Infinity
    for (const point of one.points) {
      if (point.granted >= began && one.restored < began) forget(point)
      // A killed process reports no answer to the store.
      if (point.answered > clock.now()) point.counted = point.granted
    }
  }

  for (let count = 0; count < most; count += 1) start()
  for (const { from, to, data } of outages) {
    void clock.sleep(from).then(() => {
      const reported = Math.max(...alive().map(({ reported }) => reported))
      for (const { points, isAlive } of all) {
        for (const point of points) if (!isAlive && point.granted >= reported) forget(point)
      }
      for (const one of alive()) {
        const none = windows.filter(({ ms }) =>
          one.points.every(({ answered }) => answered <= clock.now() - ms),
        )
        one.without = new Set(none.map(({ name }) => name))
      }
      inner = undefined
    })
    void clock.sleep(to).then(() => {
      if (data === "empty") kept = memoryBudget(clock.now)
      inner = kept
      void clock.sleep(settled).then(() => {
        for (const one of alive()) if (inner) one.without = new Set()
      })
    })
  }
  for (let at = between(30, 200); at < 3_600; at += between(30, 300)) {
    void clock.sleep(at * second).then(() => {
      const [one] = alive().sort(() => clock.random() - 0.5)
      if (one && alive().length > 1 && clock.random() < 0.6) kill(one)
      if (alive().length < most && isCalm(clock.now())) start()
    })
  }
  await clock.runUntil(end)
  return all.flatMap(({ points }) => points)
}

async function runProcess(
  own: Process,
  store: ReturnType<typeof withOutageFallback>,
  clock: VirtualClock,
  between: (low: number, high: number) => number,
): Promise<void> {
  while (own.isAlive) {
    const lease = { id: `${clock.random()}`, ms: 20 * second }
    const cost = { windows, concurrency: 100, priority: "interactive" } as const
    const { ok } = await store.reserve("token", cost, lease)
    if (ok && own.isAlive) {
      const granted = clock.now()
      const took = between(0.1, 3) * second
      own.points.push({
        granted,
        counted: granted + between(0, took),
        answered: granted + took,
        unknown: new Set(own.without),
      })
      void clock.sleep(took).then(async () => {
        if (own.isAlive) await store.release("token", lease, windows)
      })
    }
    await clock.sleep(between(0.8, 1.2) * second)
  }
}

/** The largest number of points in any period of `ms`, and the start of that period. */
function densest(points: readonly Point[], name: string, ms: number) {
  const times = points.filter(({ unknown }) => !unknown.has(name)).map(({ counted }) => counted)
  times.sort((one, other) => one - other)
  let [most, from, first] = [0, 0, 0]
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - ms) first += 1
    if (index + 1 - first > most) [most, from] = [index + 1 - first, times[first] ?? 0]
  }
  return { most, from }
}

test.each(Array.from({ length: all ? 20 : 6 }, (_, index) => index + 1))(
  "processes with a shared store exceed no limit in random outages and kills (seed %i)",
  async (seed) => {
    const points = await simulate(seed)
    for (const { name, ms, limit } of windows) {
      const { most, from } = densest(points, name, ms)
      expect(most, `${name}, from ${from} ms on`).toBeLessThanOrEqual(limit)
    }
    expect(points.length).toBeGreaterThan(600)
  },
)
