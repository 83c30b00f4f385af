import { strToU8, type Zippable, zipSync } from "fflate"
import { get, type Store, type WorkflowRun } from "../tables/index.js"
import { jobsOf } from "./workflow-runs.js"

/** ZIP knows no earlier time. A fixed one makes equal contents equal bytes. */
const EARLIEST = new Date(1980, 0, 1)

/** A zip archive of texts by their paths. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const entries: Zippable = {}
  for (const [path, text] of Object.entries(files)) entries[path] = strToU8(text)
  return zipSync(entries, { mtime: EARLIEST })
}

/**
 * The logs of the latest attempt: one file for each job, numbered in their order. Undefined after they were
 * deleted. https://docs.github.com/rest/actions/workflow-runs#download-workflow-run-logs
 */
export function logArchive(store: Store, run: WorkflowRun): Uint8Array | undefined {
  const jobs = jobsOf(store, get(store, "workflowRuns", run.id))
  const files = jobs.flatMap(({ name, log }, index) =>
    log === null ? [] : [[`${index}_${name.replaceAll("/", "_")}.txt`, log] as const],
  )
  return files.length === 0 ? undefined : zipOf(Object.fromEntries(files))
}
