import type { RunOptions } from "../call/index.js"
import type { FieldOf, FieldsOption, Only } from "../input/index.js"
import type { Out } from "../reference/index.js"
import type { ListStep } from "./list-step.js"
import { LazyPromise } from "./single-use.js"
import { isA, type StepPlan, type StepWithOut, stepPlan } from "./step.js"

/** A {@link Step} of a client with `throws`: awaiting it returns the data, or throws a `GhxError`. */
export interface ThrowingStep<Id extends string, T> extends Promise<T> {
  /** The capability's id: `issue.view`. */
  readonly id: Id
  /** A copy of the given input, neither validated nor with defaults. */
  readonly input: unknown
  /** The future data of the step. Later steps of a chain use its members as inputs. */
  readonly out: Out<T>
  readonly throws: true
  /** @internal */
  readonly [stepPlan]: StepPlan<Id, T>
  /** Runs the step with options. */
  run(options?: RunOptions): Promise<T>
  /** Runs the step for some fields of its result. */
  run<const Field extends FieldOf<T>>(
    options: RunOptions & FieldsOption<Field>,
  ): Promise<Only<T, Field>>
  /** The same as awaiting the step. */
  orThrow(): Promise<T>
}

type AnyStep = StepWithOut<string, unknown> & Partial<ListStep<string, unknown, number | null>>

/** A step whose failure is thrown; undefined if the value is no step. */
export function throwingStep(value: unknown): object | undefined {
  if (!isA<AnyStep>(value, stepPlan)) return undefined
  const { items, pages } = value
  const step = new ThrowingSingle(value)
  return items ? Object.assign(step, { items, pages, [Symbol.asyncIterator]: () => items() }) : step
}

class ThrowingSingle extends LazyPromise<unknown> {
  readonly throws = true
  readonly id: string
  readonly input: unknown
  readonly [stepPlan]: StepPlan<string, unknown>
  readonly #step: AnyStep

  constructor(step: AnyStep) {
    super()
    this.#step = step
    this.id = step.id
    this.input = step.input
    this[stepPlan] = step[stepPlan]
  }

  get out() {
    return this.#step.out
  }

  async run(options?: RunOptions): Promise<unknown> {
    await this.#step.run(options)
    return this.#step.orThrow()
  }

  orThrow(): Promise<unknown> {
    return this.run()
  }
}
