/** Finds the unfinished tasks of a run. Loaded on first use. */
import { knownOf, type Registry } from "../capability/index.js"
import { defaultLimit, meetsConditions, oneOf, originalOf, valueAtPlace } from "../chain/index.js"
import type { Client, RecordedEach, RecordedTask } from "../client/index.js"
import type { ChainStepResult, ResultError } from "../envelope/index.js"
import { loadUntrusted } from "../features/index.js"
import { snapshot } from "../input/index.js"
import { every, type MarkValue, type PathPart, parsePath, pathText } from "../reference/index.js"

/** A task that did not run, or that may have run. Plain JSON. */
export interface UnfinishedTask extends RecordedTask {
  /** The task may have been applied. It is refused until this member is removed. */
  readonly outcome?: "unknown"
}

type Result = ChainStepResult<string, unknown>
type Json = Readonly<Record<string, unknown>>

/**
 * The values that other tasks can use: the data of a task, its name if it is unfinished, or either of these for each
 * item.
 */
type TaskValue = { readonly data: unknown } | { readonly name: string } | readonly TaskValue[]

/** A run after its end. */
interface Run {
  readonly tasks: readonly Json[]
  readonly results: readonly Result[]
  readonly registry: Registry
  /** The values of each task handled so far, by index. */
  readonly values: TaskValue[]
  /** Values that references with `match` or `required` select. */
  readonly chosen: Map<Json, unknown>
  /** Reads that succeeded, but have to run again. */
  readonly again: Set<number>
}

/**
 * The tasks that were not executed, in order. Values of finished tasks are inlined, and each item of a list
 * that was read has a task of its own. A list is read again if it was incomplete for a `match`, or had too
 * many items.
 *
 * @throws TypeError if the envelope is no result of these tasks
 */
export async function findUnfinished(
  given: unknown,
  results: unknown,
  registry: Registry,
  client: Client,
): Promise<UnfinishedTask[]> {
  if (!Array.isArray(given) || !areResultsOf(given, results)) {
    throw new TypeError(
      "unfinishedTasks takes the tasks that `executeTasks` got, and the envelope that it returned",
    )
  }
  const { untrusted } = client.guard
  const { withoutTags, withoutForeignTags } = await loadUntrusted()
  const tasks = given.map((one): Json => {
    const copy = snapshot(one)
    return Object(untrusted ? withoutTags(copy, untrusted).value : copy.value)
  })
  // Tasks use the raw answers of GitHub. In a stored envelope, the raw answer is the text inside the tags.
  const answered = results.map((one) => {
    if (!one.ok) return one
    const original = originalOf(one.data, client)
    return { ...one, data: original === one.data ? withoutForeignTags(original) : original }
  })
  const maps = { values: [], chosen: new Map(), again: new Set<number>() }
  const run: Run = { tasks, results: answered, registry, ...maps }
  await resolveSelections(run)
  const names = new Set(tasks.map(({ as }) => as))
  const nameFor = (wish: string) => {
    let name = wish
    for (let count = 2; names.has(name); count += 1) name = `${wish}_${count}`
    names.add(name)
    return name
  }
  const left: UnfinishedTask[] = []
  const leave = (
    task: Json,
    as: string,
    error: ResultError | undefined,
    item?: TaskValue,
  ): TaskValue => {
    left.push(taskOf(task, as, error, run, item))
    return { name: as }
  }
  for (const [index, one] of tasks.entries()) {
    const result = answered[index]
    if (result?.ok && !run.again.has(index)) {
      run.values.push({ data: result.data })
      continue
    }
    const own = typeof one.as === "string" && !one.as.includes(".") ? one.as : undefined
    const as = own ?? nameFor(nameIn(one))
    const error = result?.ok === false ? result.error : undefined
    const { results: begun = [] }: { results?: readonly Result[] } = Object(error?.details)
    const itemValues = itemsOf(one, run)?.map((data, at): TaskValue => {
      const own = begun[at]
      if (own?.ok) return { data: originalOf(own.data, client) }
      return leave(one, nameFor(`${as}_${at + 1}`), own?.error ?? error, { data })
    })
    run.values.push(itemValues ?? leave(one, as, error))
  }
  return left
}

/** A name that `as` allows. */
function nameIn({ as, task }: Json): string {
  const name = String(as ?? task).replaceAll(".", "_")
  return /^\d/.test(name) ? `_${name}` : name
}

/** Whether the results belong to the tasks. */
function areResultsOf(tasks: readonly unknown[], results: unknown): results is Result[] {
  if (!Array.isArray(results)) return false
  const named = (one: unknown): unknown => Object(one).task
  return (
    tasks.length === results.length &&
    tasks.every((one, at) => typeof named(one) !== "string" || named(one) === named(results[at]))
  )
}

/**
 * Finds the values that `match` and `required` select, and the reads that must run again because unfinished tasks
 * need more of their lists.
 */
async function resolveSelections({ tasks, results, registry, chosen, again }: Run): Promise<void> {
  for (const [index, task] of [...tasks.entries()].reverse()) {
    if (results[index]?.ok && !again.has(index)) continue
    const meant = referencesIn(task.input).filter(
      ({ match, required }) => match !== undefined || required === true,
    )
    const lists = itemsOf(task, { tasks, results }) ? [] : referencesIn(task.each)
    for (const reference of [...meant, ...lists]) {
      const from = indexOfTask(reference.$from, tasks)
      const source = results[from]
      if (!source?.ok) continue
      const choice = await selectValue(reference, source.data)
      if (choice?.ok) chosen.set(reference, choice.value)
      else if (knownOf(registry, source.task)?.effect === "read") again.add(from)
    }
  }
}

/**
 * The value that a reference selects by `match` or `required`; `ok` is false if it is missing or the list is
 * incomplete.
 */
async function selectValue({ path, match, required }: Json, data: unknown) {
  const parts = parsePath(String(path ?? ""))
  if (!parts) return undefined
  if (match === undefined) {
    const value = required === true ? valueAtPlace(data, parts) : null
    return { ok: value !== null, value }
  }
  const marks = Object.entries((match ?? {}) as Record<string, MarkValue>).map(([name, value]) => ({
    path: parsePath(name) ?? [],
    value,
  }))
  const source = {
    data,
    original: (given: unknown) => given,
    label: "",
    listed: {},
    read: new Map(),
  }
  const place = { source: {}, path: parts, required: false, match: marks }
  const choice = await oneOf(place, { ...source, next: async () => undefined })
  return choice.ok && choice.guess ? { ok: false } : choice
}

/** The items that a task is executed for, from the finished read; undefined if they are not known. */
function itemsOf(
  task: Json,
  { tasks, results }: Pick<Run, "tasks" | "results">,
): unknown[] | undefined {
  const [list] = referencesIn(task.each)
  if (!list) return undefined
  const source = results[indexOfTask(list.$from, tasks)]
  const path = parsePath(String(list.path ?? ""))
  if (!source?.ok || !path) return undefined
  const all = valueAtPlace(source.data, path.at(-1) === every ? path.slice(0, -1) : path)
  const where = Object.entries(Object(list.where)).map(([name, condition]) => ({
    path: parsePath(name) ?? [],
    condition,
  }))
  const items = Array.isArray(all) ? all.filter((item) => meetsConditions(item, where)) : []
  return items.length > Number(list.limit ?? defaultLimit) ? undefined : items
}

/** @param item - the item of the task, if each item has a task of its own */
function taskOf(
  { task, as: _, after = [], each, input, confirm, outcome: __, ...others }: Json,
  as: string,
  error: ResultError | undefined,
  run: Run,
  item: TaskValue | undefined,
): UnfinishedTask {
  const id = String(task)
  const { effect, idempotent = false } = knownOf(run.registry, id) ?? {}
  const { outcome, applied } = error?.details ?? {}
  const mayBeDone = effect !== "read" && (outcome === "unknown" || applied !== undefined)
  const behind = [after].flat().flatMap((one) => {
    const known = run.values[indexOfTask(one, run.tasks)]
    return known ? namesIn(known) : [String(one)]
  })
  // A destructive task with references needs a confirmation.
  const asks = confirm === true || (effect === "destroy" && referencesIn(input).length > 0)
  return {
    task: id,
    as,
    ...(behind.length > 0 && { after: behind }),
    ...(each !== undefined &&
      !item && { each: inlineValues(each, run, undefined) as RecordedEach }),
    input: inlineValues(input, run, item),
    ...others,
    ...(asks && { confirm: true as const }),
    // A write with a key looks for its result before it sends anything, so it can be repeated.
    ...(mayBeDone && !idempotent && !others.key && { outcome: "unknown" as const }),
  }
}

/** An input with known values in place of references. */
function inlineValues(value: unknown, run: Run, item: TaskValue | undefined): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => inlineValues(one, run, item))
  if (isReference(value) && run.chosen.has(value)) return run.chosen.get(value)
  const { $from, $item, path, ...others }: Json = { ...value }
  const known = $item === undefined ? run.values[indexOfTask($from, run.tasks)] : item
  const parts = parsePath(String($item ?? path ?? ""))
  if (known && parts) {
    const found = valueOrReference(known, parts, others)
    // What a finished write lacks is not replaced by null, nor an item that it lacks by the list.
    const isLacking = "data" in known && others.match !== undefined
    if (!isLacking && (found !== null || others.required !== true)) return found
    return typeof $from === "number" ? { ...value, $from: `#${$from}` } : value
  }
  const members = Object.entries(value).map(([name, one]) => [name, inlineValues(one, run, item)])
  return Object.fromEntries(members)
}

/** The value at a path of a finished task, or a reference to that path of an unfinished one. */
function valueOrReference(known: TaskValue, path: readonly PathPart[], others: Json): unknown {
  if ("name" in known) {
    const text = pathText(path)
    return { $from: known.name, ...(text !== "" && { path: text }), ...others }
  }
  if ("data" in known) return valueAtPlace(known.data, path)
  const [first, ...rest] = path
  const one = typeof first === "number" ? known.at(first) : undefined
  if (typeof first === "number") return one ? valueOrReference(one, rest, others) : null
  return known.map((each) => valueOrReference(each, first === every ? rest : path, others))
}

function namesIn(known: TaskValue): string[] {
  if ("data" in known) return []
  return "name" in known ? [known.name] : known.flatMap(namesIn)
}

function indexOfTask(name: unknown, tasks: Run["tasks"]): number {
  if (typeof name === "number") return name
  return tasks.findIndex(({ as }) => as !== undefined && as === name)
}

/** The references to tasks and items within an input. */
function referencesIn(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) return []
  return isReference(value) ? [value] : Object.values(value).flatMap(referencesIn)
}

function isReference(value: object): value is Json {
  return "$from" in value || "$item" in value
}
