import type { JsonSchema } from "../definition/index.js"

/** A recorded step, in the form that `executeTasks` takes. It is plain JSON. */
export interface RecordedTask {
  readonly task: string
  /** The name that other tasks, and the caller, use to refer to it. */
  readonly as: string
  /** Includes defaults, and references to values of other tasks. */
  readonly input: unknown
  /** Tasks that must run first, although this task uses none of their results. */
  readonly after?: readonly string[]
  /** The list of an earlier task: this task runs once for each of its items. */
  readonly each?: RecordedEach
  readonly fields?: readonly string[]
  /** Names the write, so that it is applied only once. */
  readonly key?: string
  /** A destructive task: its execution needs a confirmation. */
  readonly confirm?: true
}

/** A list, and a selection of its items, in the form of the `each` of a task. */
export interface RecordedEach {
  readonly $from: string
  readonly path?: string
  readonly where?: Readonly<Record<string, unknown>>
  /** Maximum number of items. If the list is longer, nothing of the task is sent. */
  readonly limit?: number
}

/** The calls that a client records instead of sending them. */
export interface Recording {
  /** The recorded tasks, in the order of execution. */
  readonly tasks: RecordedTask[]
  /** The object that identifies each step in references, by the step's name. */
  readonly named: Map<string, object>
  /** Records by the object that identifies their step. */
  readonly steps: WeakMap<object, RecordedStep>
  /** The tasks that must come before whatever is recorded next. */
  latest: readonly string[]
  /** Loads the `RecordSingle` of `step/`. */
  load(): Promise<unknown>
  /** Loads the `Recorder` of `chain/`. */
  loadForChains(): Promise<unknown>
  /** Called after tasks were added, before the call returns. */
  readonly onRecord?: ((tasks: readonly RecordedTask[]) => void) | undefined
}

/** The record in place of a step's result. */
export interface RecordedStep {
  readonly name: string
  /** The task of each item, for an `each` over a known list. */
  readonly items?: readonly string[]
  /** The schema of its future result. */
  readonly output: JsonSchema
}
