/** Rate limits end by the wall clock, not by the sandbox's, so such times cannot be compared. */
import { expect } from "vitest"

/** Whether a number is seconds of the wall clock, two hours from now at most. */
export const isAboutNow = (seconds: number): boolean => Math.abs(seconds - Date.now() / 1000) < 7200

/** A matcher for equal data with any wall-clock times. */
export function atAnyTime(data: unknown): unknown {
  if (typeof data === "number" && isAboutNow(data)) return expect.any(Number)
  if (Array.isArray(data)) return data.map(atAnyTime)
  if (typeof data !== "object" || data === null || data instanceof Uint8Array) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, atAnyTime(value)]))
}
