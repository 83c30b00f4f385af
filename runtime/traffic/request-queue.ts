/** A request waiting for its turn. */
export interface Waiting {
  /** Its number in the order of arrival over all queues. */
  readonly ticket: number
  /** Set if it no longer waits. */
  gone: boolean
  /** Called with its slot; `leave` returns the slot. */
  called(leave: () => void): void
}

/** A first-come, first-served queue. Leaving costs nothing, because entries that have left are skipped. */
export interface RequestQueue {
  first(): Waiting | undefined
  join(one: Waiting): void
  shift(): void
}

export function requestQueue(): RequestQueue {
  let waiting: Waiting[] = []
  let passed = 0
  return {
    first() {
      while (waiting[passed]?.gone) passed += 1
      return waiting[passed]
    },
    join(one) {
      waiting.push(one)
    },
    shift() {
      passed += 1
      // Removing entries one by one from the front would take time quadratic in the length.
      if (passed < 1000 && passed < waiting.length) return
      waiting = waiting.slice(passed)
      passed = 0
    },
  }
}
