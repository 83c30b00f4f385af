/** The stages of a run, in order. */
export type Stage = "read" | "check" | "plan" | "emit" | "write"

/** Adds up how long each stage takes. */
export class Stopwatch {
  /** Milliseconds by stage. */
  readonly totals = new Map<Stage, number>()

  time<T>(stage: Stage, work: () => T): T {
    const start = performance.now()
    try {
      return work()
    } finally {
      this.totals.set(stage, (this.totals.get(stage) ?? 0) + performance.now() - start)
    }
  }
}
