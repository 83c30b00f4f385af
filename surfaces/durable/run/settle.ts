import { checkRunName, type Journal, RunError } from "./journal.js"
import { logOf } from "./log.js"

/**
 * Says what became of a step of which nobody could tell whether it was carried out, after somebody has looked
 * on GitHub. The next run goes on from there: `done` has no data, which steps that refer to it would need.
 *
 * @param step - its place, as `progressOf` names it: `3`, `3.7`
 * @throws RunError where a process carries out the run; TypeError where the step is not open
 */
export async function settleStep(
  journal: Journal,
  run: string,
  step: string,
  became: "done" | "not-done",
): Promise<void> {
  checkRunName(run)
  const lease = await journal.lease(run, 30_000)
  if (!lease) throw new RunError(run, "in_use", "another process carries it out")
  try {
    const known = logOf(await journal.read(run)).steps.get(step)
    if (!known?.open) throw new TypeError(`Step ${step} of run ${run} is not unknown`)
    const entry = { kind: "result", at: new Date().toISOString(), step, task: known.task } as const
    const error = { code: "UNKNOWN", message: "It was not carried out, somebody has looked" }
    const result = became === "done" ? { ...entry, data: null } : { ...entry, error }
    await journal.finish(run, [result, { kind: "end", at: entry.at, status: "stopped" }])
  } finally {
    await lease.release()
  }
}
