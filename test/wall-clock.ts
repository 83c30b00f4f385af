/** Rate limits follow the wall clock instead of the sandbox's, so such times cannot be compared. */
import { expect } from "vitest"

/** Whether a number is a time of the wall clock in seconds, at most two hours from now. */
export const isAboutNow = (seconds: number): boolean => Math.abs(seconds - Date.now() / 1000) < 7200

/** A matcher for equal data with any wall-clock times. */
export function atAnyTime(data: unknown): unknown {
  if (typeof data === "number" && isAboutNow(data)) return expect.any(Number)
  if (Array.isArray(data)) return data.map(atAnyTime)
  if (typeof data !== "object" || data === null || data instanceof Uint8Array) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, atAnyTime(value)]))
}
