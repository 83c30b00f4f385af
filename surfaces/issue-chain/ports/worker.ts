/** A worker that is a command: any program in any language. docs/issue-chains.md describes the contract. */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import type { Job, Outcome, Worker } from "./ports.js"

export interface CommandWorkerOptions {
  /** Time limit for one issue, two hours by default. */
  readonly timeout_ms?: number
  /** Environment variables besides those of the contract. */
  readonly env?: NodeJS.ProcessEnv
}

const TWO_HOURS = 7_200_000

/** Timers with a longer delay fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Grace period between the request to end and SIGKILL. */
const GRACE_MS = 2_000

/**
 * @param command - the program and its arguments; it is not run through a shell
 *
 * @example
 * const worker = commandWorker(["node", "worker.mjs"], { timeout_ms: 600_000 })
 */
export function commandWorker(
  [program, ...args]: readonly [string, ...string[]],
  { timeout_ms = TWO_HOURS, env = process.env }: CommandWorkerOptions = {},
): Worker {
  return (job) =>
    new Promise<Outcome>((resolve) => {
      const id = randomUUID()
      const child = spawn(program, args, {
        cwd: job.cwd,
        env: { ...env, ...environmentOf(job), [WORKER_ID]: id },
        // Its output is not a result of the run, so it goes to stderr.
        stdio: ["ignore", 2, 2],
        // A process group of its own, so that its children end with it.
        detached: true,
      })
      let stopped: string | undefined
      let killing: NodeJS.Timeout | undefined
      const stop = (because: string) => {
        stopped ??= because
        end(child.pid, "SIGTERM")
        killing ??= setTimeout(() => end(child.pid, "SIGKILL"), GRACE_MS)
      }
      const limit = setTimeout(
        () => stop(`it took longer than ${timeout_ms / 1_000} seconds`),
        Math.min(timeout_ms, LONGEST_MS),
      )
      const onAbort = () => stop("the run was interrupted")
      job.signal.addEventListener("abort", onAbort, { once: true })
      if (child.pid !== undefined) job.onStarted(child.pid)
      const settle = (outcome: Outcome) => {
        clearTimeout(limit)
        clearTimeout(killing)
        job.signal.removeEventListener("abort", onAbort)
        // Ends the rest of its process group.
        end(child.pid, "SIGKILL")
        endAllWith(id)
        resolve(outcome)
      }
      child.once("error", ({ message }) =>
        settle({ verdict: "failed", because: `it could not be started: ${message}` }),
      )
      child.once("exit", (code, signal) => {
        const because = stopped ?? (code === 0 ? undefined : `it exited with ${signal ?? code}`)
        settle(because === undefined ? { verdict: "verified" } : { verdict: "failed", because })
      })
    })
}

/**
 * Inherited by everything that a worker starts, even in a session of its own, which no signal to the group
 * reaches.
 */
const WORKER_ID = "IDD_CHAIN_WORKER_ID"

/** Ends processes that left a worker's group and outlive it. Only Linux shows their environment. */
function endAllWith(id: string): void {
  if (process.platform !== "linux") return
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const inherited = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0")
      if (inherited.includes(`${WORKER_ID}=${id}`)) process.kill(Number(pid), "SIGKILL")
    } catch {
      // The process has ended in the meantime, or belongs to another user.
    }
  }
}

function environmentOf(job: Job): Record<string, string> {
  return {
    IDD_CHAIN_CURRENT_ROOT_ID: String(job.root_id),
    IDD_CHAIN_ISSUE: String(job.issue),
    IDD_CHAIN_ISSUE_TITLE: job.title.replaceAll("\0", ""),
    IDD_CHAIN_BRANCH: job.branch,
    IDD_CHAIN_DEPTH: String(job.depth),
    IDD_CHAIN_ATTEMPT: String(job.attempt),
  }
}

/** Signals a process and all processes that it started. */
function end(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The process has already ended.
  }
}
