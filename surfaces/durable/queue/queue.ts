/** The interface of a fleet's queues. */
import { createHash } from "node:crypto"
import { checkRunName, lineOf, RunError } from "../run/index.js"

/** A queue of runs that wait for workers. */
export interface RunQueue {
  /**
   * Adds the tasks of a run. Tasks that use each other's values, or follow each other, form one job; all others
   * become separate jobs, for different workers. An existing run stays as it is.
   *
   * @param run - 1 to 56 characters
   * @throws RunError if the queue has other tasks under this name
   */
  add(run: string, tasks: readonly unknown[]): Promise<{ readonly jobs: number }>
  /** Numbers of jobs by state, for one run or all. */
  status(run?: string): Promise<QueueStatus>
  /** Puts failed jobs back into the queue, and returns their number. Finished steps are not sent again. */
  retry(run?: string): Promise<number>
  /** Removes the jobs that no worker has started, and returns their number. */
  cancel(run?: string): Promise<number>
}

export interface QueueStatus {
  readonly waiting: number
  readonly active: number
  readonly done: number
  readonly failed: number
  /** The first failed jobs. */
  readonly failures: readonly { readonly job: string; readonly message: string }[]
}

/** A job as a worker receives it. */
export interface QueueJob {
  /** The name of its durable run: the name of the whole run, and the index of its first task. */
  readonly run: string
  readonly tasks: readonly unknown[]
  /** Digest of all tasks of the run. */
  readonly digest: string
}

/** Maximum number of failures in `status`. */
export const MOST_FAILURES = 20

/** Shorter than the limit of run names, because the durable run of a group has a longer name. */
const LONGEST = 56

/** The jobs of a run, by their ids. */
export function jobsOf(run: string, tasks: readonly unknown[]): Map<string, QueueJob> {
  checkRunName(run)
  if (run.length > LONGEST)
    throw new TypeError(`The name of a run in a queue has at most ${LONGEST} characters`)
  const digest = createHash("sha256").update(lineOf(tasks)).digest("hex").slice(0, 16)
  const jobs = groupsOf(tasks).map((group): [string, QueueJob] => [
    `${prefixOf(run)}${group.first}`,
    { run: `${run}/${group.first}`, tasks: group.tasks, digest },
  ])
  return new Map(jobs)
}

/** The common prefix of the ids of a run's jobs. */
export const prefixOf = (run: string | undefined): string =>
  run === undefined ? "" : `${encodeURIComponent(run)}~`

/** @param before - the data of an existing job */
export function checkSame(run: string, before: unknown, job: QueueJob): void {
  if (before === undefined || Object(before).digest === job.digest) return
  throw new RunError(
    run,
    "different",
    "the queue has other tasks under this name. Use another name",
  )
}

type Task = Readonly<Record<string, unknown>>

/** Splits tasks into groups that no reference connects; each becomes one job. Indexes in references become indexes within the group. */
function groupsOf(tasks: readonly unknown[]) {
  const names = new Map(tasks.map((task, at) => [Object(task).as, at]))
  const placeOf = (name: unknown) => (typeof name === "number" ? name : names.get(name))
  const group = tasks.map((_, at) => at)
  const root = (at: number): number => {
    const above = group[at] ?? at
    return above === at ? at : root(above)
  }
  for (const [at, task] of tasks.entries())
    for (const name of namesIn(task)) {
      const other = placeOf(name)
      if (other === undefined || other >= tasks.length || other < 0) continue
      const [low, high] = [root(at), root(other)].sort((one, two) => one - two)
      if (low !== undefined && high !== undefined) group[high] = low
    }
  const members = new Map<number, number[]>()
  for (const at of tasks.keys()) members.set(root(at), [...(members.get(root(at)) ?? []), at])
  return [...members].map(([first, places]) => ({
    first,
    tasks: places.map((at) => moved(tasks[at], (place) => places.indexOf(place))),
  }))
}

/** The names of other tasks in a task's references, its `each`, and `after`. */
function namesIn(task: unknown): unknown[] {
  const { input, each, after }: Task = Object(task)
  return [...referencesIn(input), ...referencesIn(each), ...[after ?? []].flat()]
}

function referencesIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return []
  return "$from" in value ? [value.$from] : Object.values(value).flatMap(referencesIn)
}

/** A task whose references by index are changed to indexes within its group. */
function moved(task: unknown, place: (before: number) => number): unknown {
  if (typeof task !== "object" || task === null) return task
  const own = (name: unknown) => (typeof name === "number" ? place(name) : name)
  const within = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(within)
    if ("$from" in value) return { ...value, $from: own(value.$from) }
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(one)]))
  }
  const { input, each, after }: Task = { ...task }
  return {
    ...task,
    ...(input !== undefined && { input: within(input) }),
    ...(each !== undefined && { each: within(each) }),
    ...(after !== undefined && { after: Array.isArray(after) ? after.map(own) : own(after) }),
  }
}
