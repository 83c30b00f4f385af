import type { ChainStepResult, NestedResults } from "../envelope/index.js"
import type { AllOptions, FieldOf, Only } from "../input/index.js"
import type { ItemReference, TaskReference } from "./written-references.js"

/** Every id of a capability map, or any other string. Written this way, editors complete the ids. */
export type AnyId<Map> = (keyof Map & string) | (string & Record<never, never>)

/** The input of a capability by id; unknown if the id is not a literal of the map. */
export type InputOf<Map, Id> = Id extends keyof Map
  ? Map[Id] extends { input: infer Input }
    ? Input
    : never
  : unknown

/** The output of a capability by id; unknown if the id is not a literal of the map. */
export type OutputOf<Map, Id> = Id extends keyof Map
  ? Map[Id] extends { output: infer Output }
    ? Output
    : never
  : unknown

/** Reads the pages of a list. */
export interface AllOption {
  /** Every item, or at most `limit`; only for lists. */
  readonly all?: true | AllOptions | undefined
}

/** A capability by name, with its input. */
export interface Task<Map, Id> extends AllOption {
  readonly task: Id
  readonly input: InputOf<Map, Id>
  /** The requested fields of the result; all by default. */
  readonly fields?: readonly FieldOf<OutputOf<Map, Id>>[] | undefined
  /** Names this write, so that it is applied only once. */
  readonly key?: string | undefined
  /** When an earlier process recorded the intent to send this write; only with a key. */
  readonly intended_at?: string | undefined
}

/** One of several tasks, which may use values of those before it. */
interface ChainedTask<Map, Id> extends AllOption {
  readonly task: Id
  /** Any value in it may be a reference. */
  readonly input: WithTaskReferences<InputOf<Map, Id>>
  /** The name that later tasks use to refer to it. */
  readonly as?: string | undefined
  /**
   * Earlier tasks, by their `as` or their index, that must finish before this one begins, although it uses none of
   * their values. If one of them fails, this task is not sent.
   */
  readonly after?: string | number | readonly (string | number)[] | undefined
  /** One call for each item of an earlier task's list; the data of this task is a list, too. */
  readonly each?: EachItem | undefined
  /** Refuse a destructive task if the client has no `confirm`. Steps of plans set this. */
  readonly confirm?: boolean | undefined
  /** The requested fields of the result; all by default. */
  readonly fields?: readonly FieldOf<OutputOf<Map, Id>>[] | undefined
  /** Names this write, so that it is applied only once. */
  readonly key?: string | undefined
  /** When an earlier process recorded the intent to send this write; only with a key. */
  readonly intended_at?: string | undefined
}

/** The items that a task is executed for. */
interface EachItem extends Omit<TaskReference, "required" | "match"> {
  /** Selects items by values at paths: a value, a list of allowed values, or `{ "not": … }`. */
  readonly where?: Readonly<Record<string, unknown>> | undefined
  /** Maximum number of items; a longer list fails before any call is sent. 100 by default. */
  readonly limit?: number | undefined
}

/** An input in which any value may be a reference in JSON form. */
type WithTaskReferences<T> =
  | T
  | TaskReference
  | ItemReference
  | (T extends readonly (infer Item)[]
      ? readonly WithTaskReferences<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: WithTaskReferences<T[Key]> }
        : never)

/** The tasks for a tuple of ids. */
export type Tasks<Map, Ids extends readonly unknown[]> = {
  readonly [Index in keyof Ids]: ChainedTask<Map, Ids[Index]>
}

/** The chain results for a tuple of ids. The data of a task with `each` is a list. */
export type TaskResults<Map, Ids extends readonly string[], Given> = {
  -readonly [Index in keyof Ids]: ChainStepResult<
    Ids[Index],
    Index extends keyof Given
      ? Given[Index] extends { readonly each: object }
        ? Wanted<OutputOf<Map, Ids[Index]>, Given[Index]>[]
        : Wanted<OutputOf<Map, Ids[Index]>, Given[Index]>
      : OutputOf<Map, Ids[Index]>
  >
}

/** The selected fields of an output. */
type Wanted<Output, Task> = Task extends {
  readonly fields: infer Fields extends readonly unknown[]
}
  ? Only<Output, Fields>
  : Output

/** Tasks by name, in objects and lists; values that are no tasks stay where they are. */
export interface TaskShape {
  readonly task?: undefined
  readonly [name: string]: unknown
}

/** The results of tasks by name, in their shape. */
export type ShapedTaskResults<Map, Shape> = [Shape] extends [never]
  ? ChainStepResult<string, unknown>[]
  : ShapedTask<Map, Shape>

type ShapedTask<Map, Shape> = Shape extends { readonly task: infer Id extends string }
  ? ChainStepResult<
      Id,
      Shape extends { readonly each: object }
        ? Wanted<OutputOf<Map, Id>, Shape>[]
        : Wanted<OutputOf<Map, Id>, Shape>
    >
  : Shape extends NestedResults
    ? { -readonly [Name in keyof Shape]: ShapedTask<Map, Shape[Name]> }
    : Shape
