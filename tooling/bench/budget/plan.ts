/** The inputs and reports of the processes of `make bench ARGS=budget`. */
import type { BudgetOptions } from "../../../runtime/budget/index.js"

export type Job = "graphql" | "rest" | "create"

export interface Plan {
  readonly tool: "ghx" | "throttling"
  readonly url: string
  readonly token: string
  /** Where its budget is kept. */
  readonly store: string
  /** How much faster its clock runs, and since when. */
  readonly factor: number
  readonly start: number
  /** How long it works, by its own clock. */
  readonly seconds: number
  readonly limits: NonNullable<BudgetOptions["limits"]>
  readonly jobs: readonly {
    readonly job: Job
    /** How many batch jobs it has under way. */
    readonly loops: number
    /** How often an interactive job comes. */
    readonly every_ms: number
  }[]
}

/** Milliseconds that jobs took from the call to its result, by the clock of the process. */
export interface Report {
  readonly interactive: number[]
  readonly batch: number[]
  readonly failures: Record<string, number>
  /** Answers of the store that took so long that it counted as down, while it was up. */
  slow: number
}
