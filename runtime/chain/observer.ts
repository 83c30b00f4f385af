import type { ChainStepResult } from "../envelope/index.js"
import { reasonOf, shorten } from "../errors/index.js"
import type { ChainOptions } from "./types.js"

type StepResult = ChainStepResult<string, unknown>

/** Receives the progress of a chain. */
export interface Observer {
  /** Called when a step has its result. */
  settled(result: StepResult, index: number): void
  /** Adds a warning. */
  warn(message: string): void
  /** The warnings so far, including exceptions of the observer itself. */
  warnings(): string[]
}

/** Calls `onStep` so that nothing in it can lose a result or end the process. */
export function observer({ onStep }: ChainOptions): Observer {
  const warnings: string[] = []
  return {
    warn: (message) => void warnings.push(message),
    warnings: () => [...warnings],
    settled(result, index) {
      const warn = (error: unknown) => {
        warnings.push(shorten(`onStep threw at step ${index} (${result.task}): ${reasonOf(error)}`))
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
