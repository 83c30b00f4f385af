import type { JsonSchema } from "../definition/index.js"

/** A step that was not carried out but noted, as `executeTasks` takes it. It is plain JSON. */
export interface RecordedTask {
  readonly task: string
  /** What others call it, and what its call was told. */
  readonly as: string
  /** With defaults, and with references to what others will give. */
  readonly input: unknown
  /** Tasks that it comes after, although it takes nothing of them. */
  readonly after?: readonly string[]
  /** The list of an earlier task that it is repeated for. */
  readonly each?: RecordedEach
  readonly fields?: readonly string[]
  /** Names the write, so that it takes place once. */
  readonly key?: string
  /** It destroys: who carries it out is refused where nobody is asked. */
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

/** What a client notes in place of sending it. */
export interface Recording {
  /** In the order in which they are carried out. */
  readonly tasks: RecordedTask[]
  /** What identifies a step in references, by its name. */
  readonly named: Map<string, object>
  /** What was noted, by what identifies the step. */
  readonly noted: WeakMap<object, Noted>
  /** The tasks that what begins now comes after. */
  latest: readonly string[]
  /** Told when there are more tasks, before whoever made the call is. */
  readonly onRecord?: ((tasks: readonly RecordedTask[]) => void) | undefined
}

/** What was noted in place of the result of a step. */
export interface Noted {
  readonly name: string
  /** Of a step for each item of a list that was there, the task of each item. */
  readonly items?: readonly string[]
  /** What it will give. */
  readonly output: JsonSchema
}
