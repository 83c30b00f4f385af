/** Runs, jobs and their logs. */
import { revealed, terminalSequences } from "../../../../runtime/text/index.js"
import { exitCodes } from "../../output/index.js"
import { type Form, type Item, linesOf, type Printed } from "./lines.js"
import { fileText, gistFile, gistView, itemsOf } from "./views.js"

const signs: Readonly<Record<string, string>> = { pass: "✓", fail: "X", skipping: "-" }

const signOf = (item: Item): string => signs[bucketOfCheck(item)] ?? "*"

const styles: Readonly<Record<string, Parameters<Form["paint"]>[0]>> = {
  "✓": "green",
  X: "red",
  "-": "gray",
  "*": "yellow",
}

const painted = (sign: string, { paint, cross }: Form) =>
  paint(styles[sign] ?? "yellow", sign === "X" ? cross : sign)

const textOfLog = (log: string) => {
  const lines = log.replace(terminalSequences, "").replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gm, "")
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
    const log = textOfLog(String(text))
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

const endOf = (count: unknown) => `The end of ${count} lines (--lines ${count} shows all):\n`

/**
 * Each failed job's log up to its last error, below the names of the job and its failed steps. gh repeats these in each
 * line, with the time.
 */
export const failureView: Printed = ({ failures }) =>
  itemsOf(failures)
    .map(({ name, failed_steps, log, lines_count }) => {
      const lines = textOfLog(String(log ?? "The log is gone."))
      const isCut = Number(lines_count) > String(log).split(/\n(?!$)/).length
      const end = isCut ? endOf(lines_count) : ""
      const heading = revealed(`${name}\t${[failed_steps].flat().join(", ")}`)
      return `${heading}\n${end}${lines}\n`
    })
    .join("\n")

/** The steps of a job, or only the failed ones if it has no others. */
const stepsOf = ({ steps, failed_steps }: Item, form: Form): readonly string[] =>
  steps === undefined
    ? [failed_steps].flat().map((step) => `  ${painted("X", form)} ${step}`)
    : itemsOf(steps).map((step) => `  ${painted(signOf(step), form)} ${step.name}`)

export const runView: Printed = (run, _, form) => linesOfRun(run, form)

export const attemptView: Printed = (run, _, form) => linesOfRun(run, form, run.run_attempt)

const headOfJob = (job: Item, form: Form) =>
  `${painted(signOf(job), form)} ${form.paint("bold", String(job.name))} (ID ${form.paint("cyan", String(job.job_id))})`

function linesOfRun(run: Item, form: Form, attempt?: unknown): string {
  const [label, option, path] =
    attempt === undefined
      ? ["", "", ""]
      : [` (Attempt #${attempt})`, ` --attempt ${attempt}`, `/attempts/${attempt}`]
  const jobs = itemsOf(run.jobs).flatMap((job) => [headOfJob(job, form), ...stepsOf(job, form)])
  const hasFailed = signOf(run) === "X"
  const more = hasFailed
    ? `To see what failed, try: ghx run view ${run.run_id}${option} --log-failed`
    : "For more information about a job, try: ghx run view --job=<job-id>"
  const lines = [
    "",
    `${painted(signOf(run), form)} ${form.paint("bold", `${run.branch} ${run.workflow}`)} · ${run.run_id}${label}`,
    `Triggered via ${run.event} ${form.ago(run.created_at)}`.trimEnd(),
    "",
    form.paint("bold", "JOBS"),
    ...jobs,
    "",
    more,
    form.paint("dim", `View this run on GitHub: ${run.url}${path}`),
  ]
  return `${lines.join("\n")}\n`
}

export const jobView: Printed = (job, _, form) => {
  const hasFailed = signOf(job) === "X"
  const more = hasFailed
    ? "To see the logs for the failed steps, try: ghx run view --log-failed"
    : "To see the full job log, try: ghx run view --log"
  const lines = [
    "",
    headOfJob(job, form),
    ...stepsOf(job, form),
    "",
    `${more} --job=${job.job_id}`,
    form.paint("dim", `View this run on GitHub: ${String(job.url).replace(/\/job\/\d+$/, "")}`),
  ]
  return `${lines.join("\n")}\n`
}

export const jobLog: Printed = ({ log, truncated, lines_count }) => {
  return `${truncated ? endOf(lines_count) : ""}${textOfLog(String(log))}\n`
}

export const runEnded: Printed = ({ workflow, run_id, conclusion }) =>
  `Run ${workflow} (${run_id}) completed with '${String(conclusion).toLowerCase()}'\n`

const failing = new Set(
  "ERROR FAILURE CANCELLED TIMED_OUT ACTION_REQUIRED STARTUP_FAILURE".split(" "),
)
const passing = new Set("SUCCESS SKIPPED NEUTRAL".split(" "))

export function bucketOfCheck({ conclusion, state }: Readonly<Record<string, unknown>>): string {
  const own = String(conclusion ?? state)
  if (own === "SKIPPED" || own === "NEUTRAL") return "skipping"
  if (passing.has(own)) return "pass"
  return failing.has(own) ? "fail" : "pending"
}

export const exitCodeOfRun = (data: unknown): number =>
  Object(data).conclusion === "SUCCESS" ? 0 : exitCodes.failed

/** @param data - the result of `pr.checks.list` or `pr.checks.wait` */
export function exitCodeOfChecks(data: unknown): number {
  const { items, checks, page_info } = Object(data)
  const states: string[] = (items ?? (checks?.length === 0 ? [] : [data])).map((one: unknown) => {
    const { conclusion, state } = Object(one)
    return String(conclusion ?? state)
  })
  if (states.length === 0 || states.some((state) => failing.has(state))) return exitCodes.failed
  const isAll = Object(page_info).has_next_page !== true
  return isAll && states.every((state) => passing.has(state)) ? 0 : exitCodes.pending
}

/** What prints content, which may go into a file. */
const contents = new Set<Printed>([failureView, fileText, gistFile, gistView, jobLog])

/** The lines of a command in a pipe: content as it is, and other text with hidden characters that can be seen. */
export function pipedLinesOf(printed: Printed, data: unknown, place: string): string {
  const lines = linesOf(printed, data, place)
  return typeof printed === "string" || contents.has(printed) ? lines : revealed(lines)
}
