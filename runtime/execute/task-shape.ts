import { isPlainObject, type Layout, type LayoutPath, layoutOf } from "../chain/index.js"

export interface FlatTasks {
  /** A list, unless something else is given. */
  readonly tasks: unknown
  /** Absent if the tasks are given as one list. */
  readonly layout?: Layout
}

/** The tasks within objects and lists as one list, each named by its place: `issue`, `0.prs`. */
export function flatTasks(given: unknown): FlatTasks {
  try {
    return flattened(given)
  } catch {
    // The tasks that cannot be read say why.
    return { tasks: given }
  }
}

function flattened(given: unknown): FlatTasks {
  const isList = Array.isArray(given)
  if (isList ? !given.some(hasTasks) : !hasTasks(given) || isTask(given)) {
    // Something else than tasks is reported as a task would be.
    return { tasks: given }
  }
  const tasks: unknown[] = []
  const layout = layoutOf(given, (part, path) => {
    const isItem = isList && path.length === 1
    if (!isTask(part) && !(isItem && !hasTasks(part))) return undefined
    const index = tasks.length
    tasks.push(withName(part, path))
    return { fill: (values) => values[index] }
  })
  return { tasks, layout }
}

/** Whether an object stands for a call; one without `task` is a mistake that the call reports. */
function isTask(part: unknown): part is object {
  return (
    isPlainObject(part) && (("task" in part && typeof part.task === "string") || "input" in part)
  )
}

/** Whether a list or an object, which is no task itself, has tasks. */
function hasTasks(part: unknown): boolean {
  if (isTask(part)) return false
  const parts = Array.isArray(part) ? part : isPlainObject(part) ? Object.values(part) : []
  return parts.some((one) => isTask(one) || hasTasks(one))
}

/** The names that `as` allows, joined by dots. */
const namePattern = /^(?:\d+\.)*[A-Za-z_][\w-]*(?:\.[\w-]+)*$/

export function isName(name: string): boolean {
  return namePattern.test(name)
}

function withName(part: unknown, path: LayoutPath): unknown {
  const as = path.join(".")
  return isTask(part) && isName(as) ? { as, ...part } : part
}

/** The results of a run as one list, also if they stand in the shape of the tasks. */
export function flatResults({ layout, tasks }: FlatTasks, results: unknown): unknown {
  if (!layout || !Array.isArray(tasks) || (Array.isArray(results) && results.every(isResult)))
    return results
  const found: unknown[] = []
  const places = tasks.map(() => ({}))
  const collect = (place: unknown, result: unknown) => {
    const index = places.indexOf(Object(place))
    if (index >= 0) found[index] = result
    else if (typeof place === "object" && place !== null)
      for (const [name, one] of Object.entries(place)) collect(one, Object(result)[name])
  }
  collect(layout.fill(places), results)
  return found
}

function isResult(one: unknown): boolean {
  return isPlainObject(one) && "task" in one && "ok" in one
}
