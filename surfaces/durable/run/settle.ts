import { checkRunName, type Journal, RunError } from "./journal.js"
import { logOf } from "./log.js"

/**
 * Records the outcome of a step that could not be determined, after somebody checked on GitHub. The next run
 * continues from there. A step that is `done` has no data, so steps that refer to it fail.
 *
 * @param step - its place, as in `progressOf`: `3`, `3.7`
 * @throws RunError if a process executes the run; TypeError if the step is not open
 */
export async function settleStep(
  journal: Journal,
  run: string,
  step: string,
  became: "done" | "not-done",
): Promise<void> {
  checkRunName(run)
  const lease = await journal.lease(run, 30_000)
  if (!lease) throw new RunError(run, "in_use", "another process is running it")
  try {
    const known = logOf(await journal.read(run)).steps.get(step)
    if (!known?.open) throw new TypeError(`Step ${step} of run ${run} is not unknown`)
    const entry = { kind: "result", at: new Date().toISOString(), step, task: known.task } as const
    const error = { code: "UNKNOWN", message: "Not applied, according to a check on GitHub" }
    const result = became === "done" ? { ...entry, data: null } : { ...entry, error }
    await journal.finish(run, [result, { kind: "end", at: entry.at, status: "stopped" }])
  } finally {
    await lease.release()
  }
}
