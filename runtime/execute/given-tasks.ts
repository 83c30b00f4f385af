import { copyOf, type GivenFields } from "../fields/index.js"
import { type Snapshot, snapshot } from "../input/index.js"

/** A task as it comes in: nothing is certain of it. */
export interface UntypedTask {
  readonly task: string
  readonly input: unknown
  readonly as?: unknown
  readonly after?: unknown
  readonly each?: unknown
  readonly confirm?: unknown
  readonly fields?: unknown
}

/** What steps of plans say beside what is a task's: for whoever reads them. */
const ofPlans = ["step_number", "tool", "reason", "depends_on"]

/** What a task alone may have. */
export const ofOne = ["task", "input", "as", "confirm", "fields"]

/** What one of several may have. */
export const ofSeveral = [...ofOne, "after", "each"]

/** A `confirm` that is misspelt must not pass for none: what was given and is not known. */
export function strangeMembers(task: unknown, known: readonly string[]): string[] {
  return Object.keys(Object(task)).filter((name) => ![...known, ...ofPlans].includes(name))
}

/** A task as it was when it came in. */
export interface GivenTask {
  readonly task: string
  readonly as: unknown
  /** Names and places of the tasks that it comes after. */
  readonly after: readonly unknown[]
  readonly input: Snapshot
  readonly each?: Snapshot
  /** Whether it is refused where nobody is asked. */
  readonly confirm: boolean
  readonly wanted: GivenFields
  readonly strange: readonly string[]
}

/** Copies, made before anything is waited for: the caller may change what was given. */
export function copiesOf(tasks: readonly UntypedTask[]): GivenTask[] {
  return tasks.map((one) => {
    const { task, input, as, after, each, confirm, fields }: UntypedTask = Object(one)
    return {
      task,
      as,
      after: after === undefined ? [] : [after].flat(),
      input: snapshot(input),
      ...(each !== undefined && { each: snapshot(each) }),
      confirm: Boolean(confirm),
      wanted: copyOf({ fields }),
      strange: strangeMembers(one, ofSeveral),
    }
  })
}
