/** Runs, jobs and their logs. */
import { bucketOfCheck } from "./checks.js"
import type { Item, Printed } from "./lines.js"
import { itemsOf } from "./views.js"

const signs: Readonly<Record<string, string>> = { pass: "✓", fail: "X", skipping: "-" }

const signOf = (item: Item): string => signs[bucketOfCheck(item)] ?? "*"

const withoutTimes = (log: string) => {
  const lines = log.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gm, "")
  let end = lines.length
  // Other white space may be a part of a character's bytes.
  while (" \t\r\n".includes(lines[end - 1] ?? "-")) end -= 1
  return lines.slice(0, end)
}

/**
 * The files of a run's log archive: `0_test.txt` for a job, and `test/2_Run tests.txt` for a step, which some
 * archives lack.
 *
 * @param page - the files as `path` and `text`
 */
export const logView: Printed = (page) => {
  const files = itemsOf(page.items).flatMap(({ path, text }) => {
    const [, job, number, name = ""] = /^(?:(.+)\/)?(\d+)_(.+)\.txt$/s.exec(String(path)) ?? []
    const log = withoutTimes(String(text))
    return number === undefined ? [] : [{ job, number: Number(number), name, log }]
  })
  const inOrder = files.sort((one, other) => one.number - other.number)
  const jobs = inOrder.filter(({ job }) => job === undefined)
  const logs = jobs.flatMap(({ name, log }) => {
    const steps = inOrder.filter(({ job }) => job === name.replaceAll(/[/:]/g, ""))
    if (steps.length === 0) return [`${name}\n${log}\n`]
    return steps.map((step) => `${name}\t${step.name}\n${step.log}\n`)
  })
  return logs.join("\n")
}

/**
 * Each failed job's log up to its last error, below the names of the job and its failed steps. gh repeats these in each
 * line, with the time.
 */
export const failureView: Printed = ({ failures }) =>
  itemsOf(failures)
    .map(({ name, failed_steps, log }) => {
      const lines = withoutTimes(String(log ?? "The log is gone."))
      return `${name}\t${[failed_steps].flat().join(", ")}\n${lines}\n`
    })
    .join("\n")

/** The steps of a job, or only the failed ones if it has no others. */
const stepsOf = ({ steps, failed_steps }: Item): readonly string[] =>
  steps === undefined
    ? [failed_steps].flat().map((step) => `  X ${step}`)
    : itemsOf(steps).map((step) => `  ${signOf(step)} ${step.name}`)

export const runView: Printed = (run) => linesOfRun(run)

export const attemptView: Printed = (run) => linesOfRun(run, run.run_attempt)

/** A run with its jobs and their steps. */
function linesOfRun(run: Item, attempt?: unknown): string {
  const [label, option, path] =
    attempt === undefined
      ? ["", "", ""]
      : [` (Attempt #${attempt})`, ` --attempt ${attempt}`, `/attempts/${attempt}`]
  const jobs = itemsOf(run.jobs).flatMap((job) => [
    `${signOf(job)} ${job.name} (ID ${job.job_id})`,
    ...stepsOf(job),
  ])
  const hasFailed = signOf(run) === "X"
  const more = hasFailed
    ? `To see what failed, try: ghx run view ${run.run_id}${option} --log-failed`
    : "For more information about a job, try: ghx run view --job=<job-id>"
  const lines = [
    "",
    `${signOf(run)} ${run.branch} ${run.workflow} · ${run.run_id}${label}`,
    `Triggered via ${run.event}`,
    "",
    "JOBS",
    ...jobs,
    "",
    more,
    `View this run on GitHub: ${run.url}${path}`,
  ]
  return `${lines.join("\n")}\n`
}

export const jobView: Printed = (job) => {
  const hasFailed = signOf(job) === "X"
  const more = hasFailed
    ? "To see the logs for the failed steps, try: ghx run view --log-failed"
    : "To see the full job log, try: ghx run view --log"
  const lines = [
    "",
    `${signOf(job)} ${job.name} (ID ${job.job_id})`,
    ...stepsOf(job),
    "",
    `${more} --job=${job.job_id}`,
    `View this run on GitHub: ${String(job.url).replace(/\/job\/\d+$/, "")}`,
  ]
  return `${lines.join("\n")}\n`
}

export const jobLog: Printed = ({ log, truncated, lines_count }) => {
  const start = truncated ? `The end of ${lines_count} lines:\n` : ""
  return `${start}${withoutTimes(String(log))}\n`
}

export const runEnded: Printed = ({ workflow, run_id, conclusion }) =>
  `Run ${workflow} (${run_id}) completed with '${String(conclusion).toLowerCase()}'\n`
