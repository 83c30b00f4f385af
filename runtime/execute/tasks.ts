/** Converts tasks to the entries of a chain. Loaded by the first chain of tasks. */
import type { Source } from "../capability/index.js"
import { type ChainEntry, type Criterion, planEach, sourceOf } from "../chain/index.js"
import type { Client, Recording } from "../client/index.js"
import type { ResultError, ValidationIssue } from "../envelope/index.js"
import { isObject } from "../errors/index.js"
import { loadUntrusted } from "../features/index.js"
import { childPointer, type Snapshot } from "../input/index.js"
import { every, type Place, parsePath } from "../reference/index.js"
import { createStep, stepPlan } from "../step/index.js"
import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import { chainedTaskFields, type GivenTask } from "./given-tasks.js"
import { isName } from "./task-shape.js"
import { type Names, readReference, withReferences } from "./written-references.js"

type Found = { ok: true; capability: Source<string, unknown> } | { ok: false; error: ResultError }

/**
 * The entries of a chain. Problems with names and references become issues of the inputs, so that every task reports
 * its own problems and nothing is sent.
 */
export async function entriesOf(
  given: readonly GivenTask[],
  find: (id: string) => Promise<Found>,
  client: () => Client,
): Promise<ChainEntry[]> {
  const found = await Promise.all(given.map(({ task }) => find(task)))
  const entries: ChainEntry[] = []
  const named = new Map<string, number>()
  const names = given.flatMap(({ as }) => (typeof as === "string" ? [as] : []))

  const source = (name: unknown, word = "$from"): object | string => {
    const index = typeof name === "string" ? named.get(name) : name
    const entry = typeof index === "number" ? entries[index] : undefined
    if (entry) return sourceOf(entry)
    if (typeof name === "number") {
      return `${word} ${name} is not an earlier task (tasks are counted from 0)`
    }
    if (typeof name !== "string")
      return `${word} is the \`as\` of an earlier task, or its place in the list`
    const recorded = client().recording?.named.get(name)
    if (recorded && !names.includes(name)) return recorded
    if (names.includes(name)) return `${name} is this task or a later one; move it before this task`
    const near = suggestionsFor(name, names)
    const known = names.length > 0 ? `known: ${names.join(", ")}` : "no task has `as`"
    return `no task is named ${JSON.stringify(name)}, ${near.length > 0 ? didYouMean(near) : known}`
  }

  // If no name is known, no client is created.
  const { untrusted } = found.some(({ ok }) => ok) ? client().guard : {}
  const { withoutTags } = untrusted ? await loadUntrusted() : {}
  const untagged = (given: Snapshot) => (untrusted && withoutTags?.(given, untrusted)) ?? given

  for (const [index, one] of given.entries()) {
    const { task, notATask, as, after, each, confirm, wanted } = one
    const own = found[index]
    const input = untagged(one.input)
    const list = each === undefined ? undefined : readEach(each, source, `/${index}/each`)
    if (notATask !== undefined) {
      const error = invalidTask(task, taskFormIssues(one, chainedTaskFields, `/${index}`))
      entries.push({ ok: false, task, error })
    } else if (own?.ok === false) entries.push({ ok: false, task, error: own.error })
    else if (list?.ok === false)
      entries.push({ ok: false, task, error: invalidTask(task, [list.issue]) })
    else if (own) {
      const item = {}
      const { issues, ...complete } = withReferences(input, { source, ...(list && { item }) })
      const before = after.map((name) => source(name, "after"))
      const wrong = before.flatMap((found) =>
        typeof found === "string" ? [{ pointer: `/${index}/after`, message: found }] : [],
      )
      const checked = {
        ...complete,
        issues: [
          ...issues,
          ...nameProblem(as, named, `/${index}/as`),
          ...taskFormIssues(one, chainedTaskFields, `/${index}`),
          ...wrong,
        ],
      }
      const plan = createStep(own.capability, checked, client, wanted)[stepPlan]
      const entry = {
        ok: true,
        plan,
        confirm,
        after: before.filter((found) => typeof found === "object"),
        ...(typeof as === "string" && { as }),
      } as const
      const each = list && planEach({ ...list, item, step: plan }, list.options)
      const single = each ?? plan
      single.claim("chain")
      entries.push({ ...entry, ...(each && { each }) })
    }
    if (typeof as === "string" && !named.has(as)) named.set(as, index)
  }
  return entries
}

/** The input of a single call, with references to records resolved. */
export function withRecordReferences(given: Snapshot, { named }: Recording): Snapshot {
  const source = (name: unknown): object | string => {
    const near = suggestionsFor(String(name), [...named.keys()])
    const hint = near.length > 0 ? `, ${didYouMean(near)}` : ""
    return named.get(String(name)) ?? `no step is recorded as ${JSON.stringify(name)}${hint}`
  }
  return withReferences(given, { source })
}

export function invalidTask(task: string, issues: ValidationIssue[]): ResultError {
  const heading = ["Invalid task", ...(task ? [task] : [])].join(" ")
  const why = issues.map(({ pointer, message }) => (pointer ? `${pointer}: ${message}` : message))
  return {
    code: "VALIDATION",
    message: `${heading}: ${why.join("; ")}`,
    retryable: false,
    details: { issues, outcome: "not_sent" },
  }
}

/** The message for tasks with `outcome: "unknown"`: somebody must check GitHub first. */
const unknownOutcomeMessage =
  'it may have been applied. Check on GitHub, then remove "outcome", or the task with its references replaced by values'

/**
 * @param known - the allowed fields
 * @param task - JSON pointer of the task
 */
export function taskFormIssues(
  { notATask, unknownFields }: Pick<GivenTask, "notATask" | "unknownFields">,
  known: readonly string[],
  task: string,
): ValidationIssue[] {
  if (notATask !== undefined) {
    const message = `expected a task such as {"task":"user.me","input":{}}, found ${notATask}`
    return [{ pointer: task, message }]
  }
  return unknownFields.map((name) => {
    if (name === "outcome")
      return { pointer: childPointer(task, name), message: unknownOutcomeMessage }
    const near = suggestionsFor(name, known)
    const hint = near.length > 0 ? didYouMean(near) : `known: ${known.join(", ")}`
    return { pointer: childPointer(task, name), message: `a task has no such member, ${hint}` }
  })
}

function nameProblem(
  as: unknown,
  named: ReadonlyMap<string, number>,
  pointer: string,
): ValidationIssue[] {
  if (as === undefined) return []
  if (typeof as !== "string" || !isName(as)) {
    return [{ pointer, message: "`as` may contain only letters, digits, _ and -" }]
  }
  const before = named.get(as)
  if (before === undefined) return []
  return [{ pointer, message: `two tasks are named ${as}: #${before}, and this one` }]
}

type ReadEach =
  | { ok: true; list: Place; options: { where: Criterion[]; limit?: number } }
  | { ok: false; issue: ValidationIssue }

function readEach({ value, issues }: Snapshot, source: Names["source"], pointer: string): ReadEach {
  const refuse = (message: string): ReadEach => {
    return { ok: false, issue: { pointer, message } }
  }
  const [unreadable] = issues
  if (unreadable) return refuse(unreadable.message)
  if (!isObject(value))
    return refuse('expected a reference to a list, such as { "$from": "threads", "path": "items" }')
  const { where = {}, limit, ...reference } = value
  if (!isObject(where))
    return refuse("`where` takes an object: values by names of members of an item")
  const criteria: Criterion[] = []
  for (const [name, condition] of Object.entries(where)) {
    const path = parsePath(name)
    if (!path)
      return refuse(
        `${JSON.stringify(name)} is not a path; use names and [0], such as author.login`,
      )
    criteria.push({ path, condition })
  }
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    return refuse("`limit` must be a whole number of at least 1")
  }
  if ("match" in reference) return refuse("use `where` for a list; `match` selects one item")
  const read = readReference(reference, { source })
  if (!read.ok) return refuse(read.message)
  const { place } = read
  // `items[*]` and `items` are the same list.
  const path = place.path.at(-1) === every ? place.path.slice(0, -1) : place.path
  return {
    ok: true,
    list: { ...place, path },
    options: { where: criteria, ...(limit !== undefined && { limit: Number(limit) }) },
  }
}
