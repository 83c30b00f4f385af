import type { JsonSchema } from "../definition/index.js"

/** A recorded step, in the form that `executeTasks` takes. It is plain JSON. */
export interface RecordedTask {
  readonly task: string
  /** The name by which other tasks, and its caller, refer to it. */
  readonly as: string
  /** With defaults, and references to values of other tasks. */
  readonly input: unknown
  /** Tasks that have to run first, although this task uses no result of theirs. */
  readonly after?: readonly string[]
  /** The list of an earlier task: this task runs once for each of its items. */
  readonly each?: RecordedEach
  readonly fields?: readonly string[]
  /** Names the write, so that it is applied only once. */
  readonly key?: string
  /** A destructive task: its execution needs a confirmation. */
  readonly confirm?: true
}

/** A list, and which of its items: as `each` of a task says it. */
export interface RecordedEach {
  readonly $from: string
  readonly path?: string
  readonly where?: Readonly<Record<string, unknown>>
  /** Most items; more are refused, and nothing of the task is sent. */
  readonly limit?: number
}

/** The calls that a client records instead of sending them. */
export interface Recording {
  /** In the order of execution. */
  readonly tasks: RecordedTask[]
  /** Identifies steps in references, by name. */
  readonly named: Map<string, object>
  /** Records, by what identifies their steps. */
  readonly noted: WeakMap<object, Noted>
  /** The tasks that what begins now comes after. */
  latest: readonly string[]
  /** Called when there are more tasks, before the call returns. */
  readonly onRecord?: ((tasks: readonly RecordedTask[]) => void) | undefined
}

/** The record in place of a step's result. */
export interface Noted {
  readonly name: string
  /** The task of each item, for an `each` over a known list. */
  readonly items?: readonly string[]
  /** The schema of its future result. */
  readonly output: JsonSchema
}
