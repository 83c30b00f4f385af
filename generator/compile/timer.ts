/** The stages of a run, in order. */
export type Stage = "read" | "check" | "expand" | "plan" | "emit" | "write"

/** Runs a stage. A caller can pass a timer that measures it. */
export interface Timer {
  time<T>(stage: Stage, work: () => T): T
}

export const UNTIMED: Timer = { time: (_stage, work) => work() }
