import { strToU8, type Zippable, zipSync } from "fflate"
import type { Store, WorkflowJob, WorkflowRun } from "../tables/index.js"
import { jobsOf } from "./workflow-runs.js"

/** The earliest time in ZIP. A fixed time makes archives with equal contents equal. */
const EARLIEST = new Date(1980, 0, 1)

/** A zip archive of text files by their paths. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const entries: Zippable = {}
  for (const [path, text] of Object.entries(files)) entries[path] = strToU8(text)
  return zipSync(entries, { mtime: EARLIEST })
}

/**
 * The logs of an attempt, the latest by default: a file for each job, numbered in their order, and a folder with a
 * file for each of its steps, which gh reads. Undefined after the logs were deleted.
 * https://docs.github.com/rest/actions/workflow-runs#download-workflow-run-logs
 */
export function logArchive(
  store: Store,
  run: WorkflowRun,
  attempt?: number,
): Uint8Array | undefined {
  const jobs = jobsOf(store, store.get("workflowRuns", run.id), attempt)
  const files = jobs.flatMap(({ name, log, steps }, index) =>
    log === null
      ? []
      : [
          [`${index}_${name.replaceAll("/", "_")}.txt`, log] as const,
          ...logsOfSteps(log, steps).map(
            ([file, text]) => [`${inPath(name)}/${file}`, text] as const,
          ),
        ],
  )
  return files.length === 0 ? undefined : zipOf(Object.fromEntries(files))
}

/** A name without characters that gh does not expect in a path of the archive. */
const inPath = (name: string) => name.replaceAll(/[/:]/g, "")

/**
 * `2_Run tests.txt` and its lines. A step's lines begin with the group of its name. A log without such groups belongs
 * to the failed step, or else to the first.
 */
function logsOfSteps(log: string, steps: WorkflowJob["steps"]): [file: string, text: string][] {
  const isStart = (line: string, name: string) => line.trimEnd().endsWith(`##[group]${name}`)
  const lines = log.split(/(?<=\n)/)
  const texts = steps.map(() => "")
  const isDivided = lines.some((line) => steps.some(({ name }) => isStart(line, name)))
  const failed = steps.findIndex(({ conclusion }) => conclusion === "FAILURE")
  let at = isDivided ? 0 : Math.max(failed, 0)
  for (const line of lines) {
    const next = steps.findIndex(({ name }, index) => index > at && isStart(line, name))
    if (next !== -1) at = next
    texts[at] += line
  }
  return steps.flatMap(({ name }, index) => {
    const text = texts[index] ?? ""
    return text === "" ? [] : [[`${index + 1}_${inPath(name)}.txt`, text]]
  })
}
