/** Splits tasks into independent groups. Each group becomes one job of a queue. */

type Task = Readonly<Record<string, unknown>>

/** Tasks for one worker: they use each other's values, or follow each other. */
export interface TaskGroup {
  /** The index of its first task among all tasks. */
  readonly first: number
  readonly tasks: readonly unknown[]
}

/** Splits tasks into groups that no reference connects. Indexes in references become indexes within the group. */
export function groupsOf(tasks: readonly unknown[]): TaskGroup[] {
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
