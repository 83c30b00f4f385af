/** `ghx queue` and `ghx worker`: runs on a fleet of workers. */
import { setTimeout as sleep } from "node:timers/promises"
import type { QueueStatus } from "../durable/bullmq/index.js"
import { RunError } from "../durable/index.js"
import { type Connection, withClient } from "./client.js"
import { type Fleet, openFleet } from "./fleet/index.js"
import { contractOf, givenTasks, type TaskFlags } from "./input/index.js"
import { CommandError, exitCodes, printAs, printNote, UsageError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import { type Terminal, untilInterrupted } from "./terminal/index.js"

type QueueFlags = OptionValues<"on", "json">

interface WorkerFlags extends Connection, OptionValues<"on", "untilDone" | "allowWrite"> {
  readonly concurrency: number
  readonly budget: boolean
}

export async function add(
  flags: QueueFlags & TaskFlags & { readonly run: string },
  terminal: Terminal,
): Promise<number> {
  const { tasks, host } = await givenTasks(flags, contractOf, terminal)
  if (host !== undefined && host !== "github.com")
    throw new UsageError("a queue accepts tasks for one host only", `Start it with GH_HOST=${host}`)
  return withFleet(flags, async ({ queue }) => {
    const { jobs } = await queue.add(flags.run, tasks)
    const text = `run ${flags.run}: ${jobs} jobs for ${tasks.length} steps`
    await printAs(flags, { run: flags.run, jobs, steps: tasks.length }, text, terminal)
  })
}

export async function status(
  run: string | undefined,
  flags: QueueFlags,
  terminal: Terminal,
): Promise<number> {
  return withFleet(flags, async ({ queue }) => {
    const found = await queue.status(run)
    await printAs(flags, found, linesOf(run, found).join("\n"), terminal)
  })
}

function linesOf(run: string | undefined, found: QueueStatus): string[] {
  const { waiting, active, done, failed, failures } = found
  const counts = `${waiting} waiting, ${active} active, ${done} done, ${failed} failed`
  const more = failed - failures.length
  return [
    `${run ?? "all runs"}: ${counts}`,
    ...failures.map(({ job, message }) => `failed: ${job}: ${message}`),
    ...(more > 0 ? [`${more} more failed`] : []),
  ]
}

const changing =
  (change: "cancel" | "retry", name: string, text: string) =>
  (run: string | undefined, flags: QueueFlags, terminal: Terminal): Promise<number> =>
    withFleet(flags, async ({ queue }) => {
      const count = await queue[change](run)
      await printAs(flags, { [name]: count }, `${count} ${text}`, terminal)
    })

export const retry = changing("retry", "retried", "failed jobs were requeued")

export const cancel = changing("cancel", "cancelled", "waiting jobs were cancelled")

/** Longest wait of a call for the rate budget: hourly limits reset within an hour. */
const MOST_WAIT_MS = 3_600_000

export async function worker(flags: WorkerFlags, terminal: Terminal): Promise<number> {
  const { interrupted } = terminal
  const guards = { operations: flags.allowWrite ? "write" : "read" } as const
  return withFleet(flags, (fleet) => {
    const budget = { store: fleet.budget, priority: "batch", max_wait_ms: MOST_WAIT_MS } as const
    const connection = { ...flags, guards, ...(flags.budget && { shared: budget }) }
    return withClient(connection, terminal, async (client) => {
      const working = await fleet.work(client, flags.concurrency)
      printNote("taking jobs, until Ctrl-C", terminal)
      await (flags.untilDone ? isDone(fleet, interrupted) : untilInterrupted(terminal))
      await working.close()
    })
  })
}

const ASKED_MS = 500

async function isDone({ queue }: Fleet, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { waiting, active } = await queue.status()
    if (waiting + active === 0) return
    await sleep(ASKED_MS)
  }
}

async function withFleet(
  { on = process.env.GHX_QUEUE ?? "" }: QueueFlags,
  work: (fleet: Fleet) => Promise<void>,
): Promise<number> {
  let fleet: Fleet | undefined
  try {
    fleet = await openFleet(on)
    await work(fleet)
    return exitCodes.ok
  } catch (error) {
    if (error instanceof RunError || error instanceof TypeError) throw new UsageError(error.message)
    if (!isOfStore(error)) throw error
    const fix = "Check its address and that it is running, then repeat the command"
    throw new CommandError(`the store of the queue: ${error.message}`, fix, exitCodes.temporary)
  } finally {
    await fleet?.close().catch(() => undefined)
  }
}

/** Errors of Node, Postgres and ioredis for a server that is unreachable or denies access. */
function isOfStore(error: unknown): error is Error {
  const { code, name } = Object(error)
  return (
    error instanceof Error && (typeof code === "string" || name === "MaxRetriesPerRequestError")
  )
}
