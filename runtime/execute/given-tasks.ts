import { reasonOf } from "../errors/index.js"
import {
  childPointer,
  copyOf,
  type GivenOptions,
  kindOf,
  type Snapshot,
  snapshot,
} from "../input/index.js"

/** A task as given by the caller, before any check. */
export interface UntypedTask {
  readonly task: string
  readonly input: unknown
  readonly as?: unknown
  readonly after?: unknown
  readonly each?: unknown
  readonly confirm?: unknown
  readonly all?: unknown
  readonly fields?: unknown
  readonly key?: unknown
  readonly intended_at?: unknown
}

/** Fields of plan steps that tasks do not have. */
const planStepFields = ["step_number", "tool", "reason", "depends_on"]

export const singleTaskFields = [
  "task",
  "input",
  "as",
  "confirm",
  "all",
  "fields",
  "key",
  "intended_at",
]

/** The fields of a task among several. */
export const chainedTaskFields = /* @__PURE__ */ singleTaskFields.concat("after", "each")

/** A task as passed by the caller, which may be any value. */
interface ReadTask extends UntypedTask {
  /** The value, if it is not a task. */
  readonly notATask: string | undefined
  /** Unknown fields, which are reported: a misspelt `confirm` must not be ignored. */
  readonly unknownFields: readonly string[]
}

/** @param known - the allowed fields */
export function readTask(given: unknown, known: readonly string[]): ReadTask {
  const noTask = (kind: string) => ({ task: "", input: {}, notATask: kind, unknownFields: [] })
  if (kindOf(given) !== "object") return noTask(kindOf(given))
  try {
    const { task, input, as, after, each, confirm, all, fields, key, intended_at } =
      given as UntypedTask
    const unknownFields = Object.keys(Object(given)).filter(
      (name) => ![...known, ...planStepFields].includes(name),
    )
    return {
      notATask: undefined,
      task,
      input,
      as,
      after,
      each,
      confirm,
      all,
      fields,
      key,
      intended_at,
      unknownFields,
    }
  } catch (error) {
    return noTask(`a value that cannot be read: ${reasonOf(error)}`)
  }
}

/** A copy of a task as the caller gave it. */
export interface GivenTask extends Pick<ReadTask, "notATask" | "task" | "as" | "unknownFields"> {
  /** Names and indexes of the tasks that must come before it. */
  readonly after: readonly unknown[]
  readonly input: Snapshot
  readonly each?: Snapshot
  /** Whether it needs a confirmation. */
  readonly confirm: boolean
  readonly wanted: GivenOptions | undefined
}

/** Copies, made before the first await: the caller may change the originals. */
export function copyTasks(tasks: unknown): GivenTask[] {
  const list: readonly unknown[] = Array.isArray(tasks) ? tasks : [undefined]
  return Array.from(list, (given) => {
    const { input, after, each, confirm, all, fields, key, intended_at, ...one } = readTask(
      given,
      chainedTaskFields,
    )
    return {
      ...one,
      ...(list !== tasks && { notATask: `${kindOf(tasks)} instead of a list` }),
      after: after === undefined ? [] : [after].flat(),
      input: snapshot(input),
      ...(each !== undefined && { each: eachOf(each) }),
      confirm: Boolean(confirm),
      wanted: copyOf({ all, fields, key, intended_at }),
    }
  })
}

/** If `where` lost a condition when converted to JSON, it would select more items than intended. */
function eachOf(each: unknown): Snapshot {
  const copy = snapshot(each)
  const where: unknown = Object(each).where
  const lost = Object.entries(Object(where)).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
  const issues = lost.map((name) => {
    const message = `\`where\` has ${JSON.stringify(name)} without a value: add a value, or remove the name`
    return { pointer: childPointer("/where", name), message }
  })
  return { ...copy, issues: [...copy.issues, ...issues] }
}
