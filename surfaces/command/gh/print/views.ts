/** gh's output of a single object in a pipe: names and values, followed by a text. */
import { UsageError } from "../../output/index.js"
import { bucketOfCheck } from "./checks.js"
import { cellOf, type Item, linesOf, type Printed } from "./lines.js"

type Value = string | ((item: Item) => unknown)

/** A field, or a function of an item, as the lines of a view; null prints nothing. */
const line =
  (name: string, value: Value = name) =>
  (item: Item): readonly string[] => {
    const own = typeof value === "string" ? (item[value] ?? "") : value(item)
    return own === null ? [] : [`${name}:\t${cellOf(own)}`]
  }

const view =
  (lines: readonly ReturnType<typeof line>[], text: Value = "body") =>
  (item: Item): string =>
    blockOf(
      lines.flatMap((each) => each(item)),
      typeof text === "string" ? item[text] : text(item),
    )

function blockOf(lines: readonly string[], text: unknown): string {
  return `${[...lines, "--", String(text ?? "")].join("\n")}\n`
}

export const itemsOf = (list: unknown): readonly Item[] => (Array.isArray(list) ? list : [])

const milestone = line("milestone", (item) => Object(item.milestone).title ?? "")

export const issueView = view([
  line("title"),
  line("state"),
  line("author"),
  line("labels"),
  line("comments", "comments_count"),
  line("assignees"),
  milestone,
  line("number"),
])

export const stateOfPull = ({ draft, state }: Item): unknown =>
  draft && state === "OPEN" ? "DRAFT" : state

export const pullView = view([
  line("title"),
  line("state", stateOfPull),
  line("author"),
  line("labels"),
  line("assignees"),
  milestone,
  line("number"),
  line("url"),
  line("additions"),
  line("deletions"),
])

const releaseLines: readonly ReturnType<typeof line>[] = [
  line("title", ({ name, tag_name }) => name || tag_name),
  line("tag", "tag_name"),
  line("draft"),
  line("prerelease"),
  line("created", "created_at"),
  line("published", ({ published_at }) => published_at ?? null),
  line("url"),
  ({ assets }) => itemsOf(assets).map(({ name }) => `asset:\t${name}`),
]

export const releaseView = view(releaseLines, ({ body }) => String(body ?? "").replace(/\n$/, ""))

/** @param item - a repository, with the `text` of its README */
export const repositoryView = view(
  [line("name", ({ owner, repo }) => `${owner}/${repo}`), line("description")],
  ({ text }) => text ?? "This repository does not have a README",
)

const comment = view([
  line("author"),
  line("association", ({ author_association }) => String(author_association).toLowerCase()),
  line("status", ({ state }) =>
    String(state ?? "none")
      .toLowerCase()
      .replaceAll("_", " "),
  ),
])

/** Comments, and reviews with a text, in order of time. */
export const commentsView: Printed = (page) => {
  const time = ({ created_at, submitted_at }: Item) => String(created_at ?? submitted_at)
  const shown = itemsOf(page.items)
    .filter(({ state, body }) => state !== "PENDING" && !(state === "COMMENTED" && !body))
    .filter(({ is_minimized }) => is_minimized !== true)
    .sort((one, other) => (time(one) < time(other) ? -1 : 1))
  return shown.map((one) => `${comment(one)}--\n`).join("")
}

const signs: Readonly<Record<string, string>> = { pass: "✓", fail: "X", skipping: "-" }

const signOf = (item: Item): string => signs[bucketOfCheck(item)] ?? "*"

/** A run with its jobs; for failed jobs also the failed steps. */
const withoutTimes = (log: string) => log.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gm, "").trimEnd()

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
 * The end of each failed job's log, below the names of the job and its failed steps. gh repeats these in each line,
 * with the time.
 */
export const failureView: Printed = ({ failures }) =>
  itemsOf(failures)
    .map(({ name, failed_steps, log }) => {
      const lines = withoutTimes(String(log ?? "The log is gone."))
      return `${name}\t${[failed_steps].flat().join(", ")}\n${lines}\n`
    })
    .join("\n")

export const runView: Printed = (run) => {
  const jobs = itemsOf(run.jobs).flatMap((job) => [
    `${signOf(job)} ${job.name} (ID ${job.job_id})`,
    ...[job.failed_steps].flat().map((step) => `  X ${step}`),
  ])
  const hasFailed = signOf(run) === "X"
  const more = hasFailed
    ? `To see what failed, try: ghx run view ${run.run_id} --log-failed`
    : "For more information about a job, try: ghx run view --job=<job-id>"
  const lines = [
    "",
    `${signOf(run)} ${run.branch} ${run.workflow} · ${run.run_id}`,
    `Triggered via ${run.event}`,
    "",
    "JOBS",
    ...jobs,
    "",
    more,
    `View this run on GitHub: ${run.url}`,
  ]
  return `${lines.join("\n")}\n`
}

export const jobView: Printed = (job) => {
  const steps = itemsOf(job.steps).map((step) => `  ${signOf(step)} ${step.name}`)
  const hasFailed = signOf(job) === "X"
  const more = hasFailed
    ? "To see the logs for the failed steps, try: ghx run view --log-failed"
    : "To see the full job log, try: ghx run view --log"
  const lines = [
    "",
    `${signOf(job)} ${job.name} (ID ${job.job_id})`,
    ...steps,
    "",
    `${more} --job=${job.job_id}`,
    `View this run on GitHub: ${String(job.url).replace(/\/job\/\d+$/, "")}`,
  ]
  return `${lines.join("\n")}\n`
}

export const fileText: Printed = ({ text, size, is_truncated }) => {
  if (typeof text !== "string") {
    throw new UsageError(`a binary file of ${size} bytes has no text`, "Read it with git or gh")
  }
  if (is_truncated) {
    throw new UsageError(
      `GitHub returns only a part of its ${size} bytes`,
      "Use --json text, or git",
    )
  }
  return text
}

export const jobLog: Printed = ({ log, truncated, lines_count }) => {
  const start = truncated ? `The end of ${lines_count} lines:\n` : ""
  return `${start}${withoutTimes(String(log))}\n`
}

export const runEnded: Printed = ({ workflow, run_id, conclusion }) =>
  `Run ${workflow} (${run_id}) completed with '${String(conclusion).toLowerCase()}'\n`

export const discussionView = view([
  line("title"),
  line("state"),
  line("author"),
  line("category"),
  line("labels"),
  line("comments", "comments_count"),
  line("answered", ({ is_answered }) => is_answered ?? null),
  line("number"),
  line("url"),
])

const remark = view([
  line("author"),
  line("association", ({ author_association }) => String(author_association).toLowerCase()),
  line("id"),
  line("reply to", ({ reply_to_id }) => reply_to_id ?? null),
  line("answer", ({ is_answer }) => (is_answer ? true : null)),
])

/** Comments, each followed by its replies. */
export const discussionComments: Printed = (page) =>
  itemsOf(page.items)
    .flatMap((one) => [one, ...itemsOf(one.replies)])
    .filter(({ is_minimized }) => is_minimized !== true)
    .map((one) => `${remark(one)}--\n`)
    .join("")

const byName = (files: unknown) =>
  [...itemsOf(files)].sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1))

const wholeLines = ({ content }: Item) => linesOf("content", { content })

export const gistFileNames: Printed = ({ files }) =>
  byName(files)
    .map(({ name }) => `${name}\n`)
    .join("")

export const gistFile: Printed = ({ files }) => itemsOf(files).map(wholeLines).join("")

/** The description, and the files, with their names if there are several. */
export const gistView: Printed = ({ description, files }) => {
  const all = byName(files)
  const texts = all.map((one) => (all.length > 1 ? `${one.name}\n\n` : "") + wholeLines(one))
  return [...(description ? [`${description}\n`] : []), ...texts].join("\n")
}
