/** The stages of a run, in order. */
export type Stage = "read" | "check" | "expand" | "plan" | "emit" | "write"

/** Does the work of a stage; who wants to know how long it takes passes one that measures. */
export interface Timer {
  time<T>(stage: Stage, work: () => T): T
}

export const UNTIMED: Timer = { time: (_stage, work) => work() }
