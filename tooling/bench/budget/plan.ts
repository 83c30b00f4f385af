/** The inputs and reports of the processes of `make bench ARGS=budget`. */
import type { BudgetOptions } from "../../../runtime/features/budget/index.js"

export type Job = "graphql" | "rest" | "create"

export interface Plan {
  readonly tool: "ghx" | "throttling"
  readonly url: string
  readonly token: string
  readonly store: string
  /** How much faster its clock runs, and from when on. */
  readonly factor: number
  readonly start: number
  /** How long it works, by its own clock. */
  readonly seconds: number
  readonly limits: NonNullable<BudgetOptions["limits"]>
  readonly jobs: readonly {
    readonly job: Job
    /** Number of concurrent batch jobs. */
    readonly loops: number
    /** Interval of interactive jobs. */
    readonly every_ms: number
  }[]
}

/** Milliseconds from the call of a job to its result, by the clock of the process. */
export interface Report {
  readonly interactive: number[]
  readonly batch: number[]
  readonly failures: Record<string, number>
  /** Number of answers so slow that the store counted as down although it was up. */
  slow: number
}
