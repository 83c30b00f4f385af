import { type Clock, clockFrom, steppingClock } from "./tables/index.js"

/** The time for limits and the log. */
export interface Time {
  now(): Date
  /** Advances the time, relative to the clock that it follows. */
  advance(ms: number): void
  /** How far it is ahead of that clock, in milliseconds. */
  ahead(): number
  /** Sets how far it is ahead of that clock. */
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

/** The clock for dating changes: the caller's, or one that ticks once per change. */
export const clockOf = (now: (() => Date) | undefined, time: Time): Clock =>
  now ? clockFrom(time.now) : steppingClock()
