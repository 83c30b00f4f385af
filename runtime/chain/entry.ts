import type { ResultError } from "../envelope/index.js"
import type { StepPlan } from "../step/index.js"
import type { EachPlan } from "./each-plan.js"

/** One step of a chain or one for each item of a list, or the reason why its name means nothing. */
export type ChainEntry = PlannedEntry | UnknownEntry

export interface PlannedEntry {
  readonly ok: true
  readonly plan: StepPlan<string, unknown>
  readonly each?: EachPlan
  /** The name by which other entries refer to it. */
  readonly as?: string | undefined
  /** Refuses destructive calls for which there is nobody to confirm, whatever it takes from others. */
  readonly confirm?: boolean
  /** Identifies the entries that it follows without taking values from them. */
  readonly after?: readonly object[]
}

export interface UnknownEntry {
  readonly ok: false
  readonly task: string
  readonly error: ResultError
}

/** The source that references to an entry's result name. */
export function sourceOf(entry: ChainEntry): object {
  return entry.ok ? (entry.each ?? entry.plan) : entry
}

/** The capability of an entry. */
export function idOf(entry: ChainEntry): string {
  return entry.ok ? entry.plan.definition.id : entry.task
}

/** An entry in messages: `created`, or `#0 issue.create`. */
export function labelOf(entry: ChainEntry, index: number): string {
  return (entry.ok ? entry.as : undefined) ?? `#${index} ${idOf(entry)}`
}
