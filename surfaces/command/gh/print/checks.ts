/** gh's exit codes for the checks of a pull request, which scripts use in `&&`. */
const failed = 1
const pending = 8

const failing = new Set(
  "ERROR FAILURE CANCELLED TIMED_OUT ACTION_REQUIRED STARTUP_FAILURE".split(" "),
)
const passing = new Set("SUCCESS SKIPPED NEUTRAL".split(" "))

/** gh's word for the state of a check. */
export function bucketOfCheck({ conclusion, state }: Readonly<Record<string, unknown>>): string {
  const own = String(conclusion ?? state)
  if (own === "SKIPPED" || own === "NEUTRAL") return "skipping"
  if (passing.has(own)) return "pass"
  return failing.has(own) ? "fail" : "pending"
}

/** @param data - a finished run */
export const exitCodeOfRun = (data: unknown): number =>
  Object(data).conclusion === "SUCCESS" ? 0 : failed

/** @param data - the result of `pr.checks.list` or `pr.checks.wait` */
export function exitCodeOfChecks(data: unknown): number {
  const { items = [data], page_info } = Object(data)
  const states: string[] = items.map((one: unknown) => {
    const { conclusion, state } = Object(one)
    return String(conclusion ?? state)
  })
  if (states.length === 0 || states.some((state) => failing.has(state))) return failed
  const isAll = Object(page_info).has_next_page !== true
  return isAll && states.every((state) => passing.has(state)) ? 0 : pending
}
