import type { ResultError } from "../envelope/index.js"
import type { StepCall } from "../step/index.js"
import type { EachPlan } from "./each-plan.js"

/** One step of a chain, one step for each item of a list, or the failure of an unknown name. */
export type ChainEntry = PlannedEntry | UnknownEntry

export interface PlannedEntry {
  readonly ok: true
  readonly plan: StepCall<string, unknown>
  readonly each?: EachPlan
  /** The name that other entries use to refer to it. */
  readonly as?: string | undefined
  /**
   * Refuses a destructive call if the client has no `confirm`. Without this flag, only calls with references are
   * refused.
   */
  readonly confirm?: boolean
  /** Identifies the entries that it follows without taking values from them. */
  readonly after?: readonly object[]
}

export interface UnknownEntry {
  readonly ok: false
  readonly task: string
  readonly error: ResultError
}

/** The source that references to an entry's result point to. */
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

/** Whether something is a step, a chain or an `each`. The types ensure this only for callers in TypeScript. */
export function isA<Kind extends object>(item: unknown, mark: keyof Kind): item is Kind {
  return typeof item === "object" && item !== null && mark in item
}
