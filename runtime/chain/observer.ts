import type { ChainStepResult } from "../envelope/index.js"
import { brief, reasonOf } from "../errors/index.js"
import type { ChainOptions } from "./types.js"

type StepResult = ChainStepResult<string, unknown>

/** Whoever watches a chain. */
export interface Observer {
  /** Tells that a step has its result. */
  settled(result: StepResult, index: number): void
  /** Tells of something beside the results. */
  warn(message: string): void
  /** What went wrong beside the results so far, the watcher's own exceptions among it. */
  warnings(): string[]
}

/** Calls `onStep` in a way that nothing it does can lose a result or end the process. */
export function observer({ onStep }: ChainOptions): Observer {
  const warnings: string[] = []
  return {
    warn: (message) => void warnings.push(message),
    warnings: () => [...warnings],
    settled(result, index) {
      const warn = (error: unknown) => {
        warnings.push(brief(`onStep threw at step ${index} (${result.task}): ${reasonOf(error)}`))
      }
      try {
        const returned = onStep?.(result, index)
        if (returned instanceof Promise) returned.catch(warn)
      } catch (error) {
        warn(error)
      }
    },
  }
}
