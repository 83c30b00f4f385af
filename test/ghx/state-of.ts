import type { Sandbox } from "ghx/sandbox"
import { expect } from "vitest"

/** The whole state as JSON, without times. */
const textOf = (sandbox: Sandbox): string =>
  JSON.stringify(sandbox.state.snapshot()).replaceAll(
    /"\d{4}-\d\d-\d\dT(?:[^"\\]|\\.)*"/g,
    '"a time"',
  )

/** The whole state, without times. */
export const stateOf = (sandbox: Sandbox): unknown => JSON.parse(textOf(sandbox))

/** Compares two sandboxes. Objects are compared only for the message of a failure, because that takes ten times as long. */
export function expectSameState(one: Sandbox, other: Sandbox): void {
  const [state, expected] = [textOf(one), textOf(other)]
  if (state !== expected) expect(JSON.parse(state)).toEqual(JSON.parse(expected))
}
