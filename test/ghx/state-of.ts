import type { Sandbox } from "ghx/sandbox"

/** The whole state, without times. */
export function stateOf(sandbox: Sandbox): unknown {
  const withoutTimes = (_: string, value: unknown) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? "a time" : value
  return JSON.parse(JSON.stringify(sandbox.state.snapshot(), withoutTimes))
}
