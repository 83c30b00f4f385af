import type { Stage, Timer } from "../compile/index.js"

/** Adds up the time of each stage, without the time of nested stages. */
export class Stopwatch implements Timer {
  /** Milliseconds by stage. */
  readonly totals = new Map<Stage, number>()
  /** Time of the stages nested in the current one. */
  private within = 0

  time<T>(stage: Stage, work: () => T): T {
    const before = this.within
    this.within = 0
    const start = performance.now()
    try {
      return work()
    } finally {
      const taken = performance.now() - start
      this.totals.set(stage, (this.totals.get(stage) ?? 0) + taken - this.within)
      this.within = before + taken
    }
  }
}
