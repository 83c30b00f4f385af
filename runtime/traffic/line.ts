/** A request waiting for its turn. */
export interface Waiting {
  /** The order of arrival over all lines. */
  readonly ticket: number
  /** It no longer waits. */
  gone: boolean
  /** Gives it a slot; `leave` returns the slot. */
  called(leave: () => void): void
}

/** A first-come, first-served queue; leaving is free, since entries that have gone are skipped. */
export interface Line {
  first(): Waiting | undefined
  join(one: Waiting): void
  shift(): void
}

export function line(): Line {
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
      // Cutting off the front one by one would cost the square of the line's length.
      if (passed < 1000 && passed < waiting.length) return
      waiting = waiting.slice(passed)
      passed = 0
    },
  }
}
