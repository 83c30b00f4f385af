/** The clock of changes. */
export interface Clock {
  /** Advances and returns the time for a new change. */
  tick(): string
  /** The time of the latest change. */
  last(): string
  /** Ensures that later changes have later times. */
  advanceTo(time: string): void
  /** The clock's time in milliseconds since 1970. */
  position(): number
  /** Sets the clock to a former position. */
  setTo(position: number): void
  /** Runs changes that all have the time of the latest one. */
  hold(run: () => void): void
}

const SECOND_MS = 1000

export const START = "2025-01-01T00:00:00Z"

/** A clock that starts at a fixed instant and advances one second per change, so that runs are reproducible. */
export function steppingClock(start: string = START): Clock {
  let current = Date.parse(start)
  let step = SECOND_MS
  return {
    tick() {
      current += step
      return timestamp(new Date(current))
    },
    last: () => timestamp(new Date(current)),
    advanceTo(time) {
      current = Math.max(current, Date.parse(time))
    },
    position: () => current,
    setTo(position) {
      current = position
    },
    hold(run) {
      step = 0
      try {
        run()
      } finally {
        step = SECOND_MS
      }
    },
  }
}

/** A clock that uses the caller's. */
export function clockFrom(now: () => Date): Clock {
  let current = now()
  return {
    tick() {
      current = now()
      return timestamp(current)
    },
    last: () => timestamp(current),
    advanceTo() {},
    position: () => current.getTime(),
    setTo(position) {
      current = new Date(position)
    },
    hold: (run) => run(),
  }
}

/** GitHub's format of an instant: UTC, whole seconds. */
export function timestamp(date: Date): string {
  // Not concatenated: engines compare concatenated strings several times slower.
  return date.toISOString().replace(/\.\d{3}Z$/, "Z")
}
