import type { BudgetClock } from "../../../runtime/features/budget/index.js"

interface Timer {
  readonly at: number
  readonly order: number
  done: boolean
  wake(): void
}

/** A clock that jumps to the next timer as soon as all work is done. */
export class VirtualClock implements BudgetClock {
  #time = 0
  #timers: Timer[] = []
  #called = 0
  #gone = 0
  readonly random: () => number

  constructor(seed: number) {
    this.random = randomOf(seed)
  }

  now = (): number => this.#time

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      this.#called += 1
      const wake = () => {
        if (timer.done) return
        timer.done = true
        resolve()
      }
      const timer: Timer = {
        at: this.#time + Math.max(0, ms),
        order: this.#called,
        done: false,
        wake,
      }
      push(this.#timers, timer)
      signal?.addEventListener("abort", () => {
        this.#gone += 1
        wake()
      })
    })

  later = (ms: number, work: () => void): void => void this.sleep(ms).then(work)

  async runUntil(end: number): Promise<void> {
    for (;;) {
      await new Promise(setImmediate)
      if (this.#gone > 10_000 && this.#gone > this.#timers.length / 2) this.#forget()
      const [next] = this.#timers
      if (!next || next.at > end) {
        this.#time = Math.max(this.#time, end)
        return
      }
      pop(this.#timers)
      if (next.done) continue
      this.#time = next.at
      next.wake()
    }
  }

  #forget(): void {
    const all = this.#timers.filter(({ done }) => !done)
    this.#timers = []
    for (const timer of all) push(this.#timers, timer)
    this.#gone = 0
  }
}

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** A binary heap. */
function push(heap: Timer[], timer: Timer): void {
  let index = heap.length
  heap.push(timer)
  while (index > 0) {
    const above = (index - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(timer, parent)) break
    heap[index] = parent
    index = above
  }
  heap[index] = timer
}

function pop(heap: Timer[]): Timer | undefined {
  const [first] = heap
  const last = heap.pop()
  if (!last || heap.length === 0) return first
  let index = 0
  for (;;) {
    let below = 2 * index + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (!left) break
    if (right && isBefore(right, left)) below += 1
    const child = heap[below]
    if (!child || !isBefore(child, last)) break
    heap[index] = child
    index = below
  }
  heap[index] = last
  return first
}

/** Mulberry32: the same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
