import { type Clock, clockFrom, steppingClock } from "./tables/index.js"

/** The time that limits and the log go by. */
export interface Time {
  now(): Date
  /** Moves the time forward, relative to the clock that it follows. */
  advance(ms: number): void
  /** By how much it is ahead of that clock. */
  ahead(): number
  /** Sets the distance to that clock. */
  setAhead(ms: number): void
}

export function createTime(clock: () => Date, ahead = 0): Time {
  let offset = ahead
  return {
    now: () => new Date(clock().getTime() + offset),
    advance(ms) {
      offset += ms
    },
    ahead: () => offset,
    setAhead(ms) {
      offset = ms
    },
  }
}

/** The clock that dates changes: the caller's, or the one that ticks once per change. */
export const clockOf = (now: (() => Date) | undefined, time: Time): Clock =>
  now ? clockFrom(time.now) : steppingClock()
