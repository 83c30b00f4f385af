/** The worker of a run, kept outside of the repository: a command in a clone could be anybody's. */
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import type { Contents } from "./manifest.js"

/** The worker as a shell command, and its time limit. */
export interface RememberedWorker {
  readonly worker?: string | undefined
  readonly worker_timeout_ms?: number | undefined
}

/** A folder that cannot be written is no error: the next run asks for the worker. */
export function remember(contents: Contents, worker: RememberedWorker): void {
  const file = fileFor(contents)
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(worker)}\n`, { mode: 0o600 })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    process.emitWarning(`The worker is not kept for the next run: ${why}`)
  }
}

/** The worker that was kept for the run of a manifest. */
export function workerOf(contents: Contents): RememberedWorker | undefined {
  let kept: Partial<RememberedWorker>
  try {
    kept = Object(JSON.parse(readFileSync(fileFor(contents), "utf8")))
  } catch {
    return undefined
  }
  const { worker, worker_timeout_ms } = kept
  return worker === undefined ? undefined : { worker, worker_timeout_ms }
}

/** Named after the manifest's first line, which identifies the run. */
function fileFor({ bytes }: Contents): string {
  const [first = ""] = bytes.toString("utf8").split("\n", 1)
  const name = createHash("sha256").update(first).digest("hex").slice(0, 32)
  const state = process.env.XDG_STATE_HOME || join(homedir(), ".local/state")
  return join(state, "ghx/issue-chains", `${name}.json`)
}
