import { reasonOf } from "../errors/index.js"
import { copyOf, type GivenOptions } from "../fields/index.js"
import { childPointer, kindOf, type Snapshot, snapshot } from "../input/index.js"

/** A task as given by the caller, before any check. */
export interface UntypedTask {
  readonly task: string
  readonly input: unknown
  readonly as?: unknown
  readonly after?: unknown
  readonly each?: unknown
  readonly confirm?: unknown
  readonly fields?: unknown
  readonly key?: unknown
  readonly intended_at?: unknown
}

/** Fields of plan steps that tasks do not have. */
const ofPlans = ["step_number", "tool", "reason", "depends_on"]

/** The fields of a single task. */
export const ofOne = ["task", "input", "as", "confirm", "fields", "key", "intended_at"]

/** The fields of a task among several. */
export const ofSeveral = [...ofOne, "after", "each"]

/** A task as passed by the caller, which may be any value. */
interface ReadTask extends UntypedTask {
  /** The value, if it is not a task. */
  readonly none: string | undefined
  /** Unknown fields, which are reported: a misspelt `confirm` must not be ignored. */
  readonly strange: readonly string[]
}

/** @param known - the allowed fields */
export function readTask(given: unknown, known: readonly string[]): ReadTask {
  const none = (kind: string) => ({ task: "", input: {}, none: kind, strange: [] })
  if (kindOf(given) !== "object") return none(kindOf(given))
  try {
    const { task, input, as, after, each, confirm, fields, key, intended_at }: UntypedTask =
      Object(given)
    const strange = Object.keys(Object(given)).filter(
      (name) => ![...known, ...ofPlans].includes(name),
    )
    return {
      none: undefined,
      task,
      input,
      as,
      after,
      each,
      confirm,
      fields,
      key,
      intended_at,
      strange,
    }
  } catch (error) {
    return none(`a value that cannot be read: ${reasonOf(error)}`)
  }
}

/** A copy of a task as the caller gave it. */
export interface GivenTask extends Pick<ReadTask, "none" | "task" | "as" | "strange"> {
  /** Names and indexes of the tasks that must come before it. */
  readonly after: readonly unknown[]
  readonly input: Snapshot
  readonly each?: Snapshot
  /** Whether it needs a confirmation. */
  readonly confirm: boolean
  readonly wanted: GivenOptions
}

/** Copies, made before the first await: the caller may change the originals. */
export function copiesOf(tasks: unknown): GivenTask[] {
  const list: readonly unknown[] = Array.isArray(tasks) ? tasks : [undefined]
  return Array.from(list, (given) => {
    const { input, after, each, confirm, fields, key, intended_at, ...one } = readTask(
      given,
      ofSeveral,
    )
    return {
      ...one,
      ...(list !== tasks && { none: `${kindOf(tasks)} instead of a list` }),
      after: after === undefined ? [] : [after].flat(),
      input: snapshot(input),
      ...(each !== undefined && { each: eachOf(each) }),
      confirm: Boolean(confirm),
      wanted: copyOf({ fields, key, intended_at }),
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
