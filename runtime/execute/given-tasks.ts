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
    }
  })
}
