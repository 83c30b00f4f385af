import type { ChainStepResult } from "../envelope/index.js"

/** Every id of a capability map, and any other string: editors then complete the ids. */
export type AnyId<Map> = (keyof Map & string) | (string & Record<never, never>)

/** The input of a capability by id; unknown where the id is no literal of the map. */
export type InputOf<Map, Id> = Id extends keyof Map
  ? Map[Id] extends { input: infer Input }
    ? Input
    : never
  : unknown

/** The output of a capability by id; unknown where the id is no literal of the map. */
export type OutputOf<Map, Id> = Id extends keyof Map
  ? Map[Id] extends { output: infer Output }
    ? Output
    : never
  : unknown

/** A capability by name, with its input. */
export interface Task<Map, Id> {
  readonly task: Id
  readonly input: InputOf<Map, Id>
}

/** The tasks for a tuple of ids. */
export type Tasks<Map, Ids extends readonly unknown[]> = {
  readonly [Index in keyof Ids]: Task<Map, Ids[Index]>
}

/** The chain results for a tuple of ids. */
export type TaskResults<Map, Ids extends readonly string[]> = {
  -readonly [Index in keyof Ids]: ChainStepResult<Ids[Index], OutputOf<Map, Ids[Index]>>
}
