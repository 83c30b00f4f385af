import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { toResultError } from "../errors/index.js"
import { isA, lazyImport, SingleUse, type Step, stepPlan } from "../step/index.js"
import { RunOnce } from "./chain.js"
import type { ChainFailed } from "./chain-failed.js"
import { failedWith, type SkippedStep, skippedStep, summary } from "./entries.js"
import type { StepFactory } from "./execute-sequence.js"
import type { ChainData, SequenceOptions } from "./types.js"

/** Steps that are made one after the other; awaiting it runs them, once. */
export interface Sequence<Results> extends Promise<ChainResultEnvelope<Results>> {
  /** Runs the sequence with options. A sequence that already runs takes none. */
  run(options?: SequenceOptions): Promise<ChainResultEnvelope<Results>>
  /** The bare data of every step; throws a {@link ChainFailed} if one failed. */
  orThrow(): Promise<ChainData<Results>>
}

type Data<One> = One extends Step<string, infer T> ? T : never
type ResultOf<One> = One extends Step<infer Id, infer T> ? ChainStepResult<Id, T> : never
type LaterResult<One> = ResultOf<One> | SkippedStep
type AnyStep = Step<string, unknown>

const loadExecuteSequence = /* @__PURE__ */ lazyImport(() => import("./execute-sequence.js"))

/**
 * Runs steps one after the other. A function creates each step from the result of the previous step and from all
 * results so far. Use it if references of a chain do not suffice. The first failure ends the sequence, and the
 * remaining steps are not created. From the second step on, a destructive step needs `confirm` of its client.
 *
 * @example
 * const { results } = await sequence(
 *   ghx.issue.list({ owner, repo }),
 *   (issues) => ghx.issue.create({ owner, repo, title: `${issues.total_count} are open` }),
 * )
 */
export function sequence<A extends AnyStep, B extends AnyStep>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
): Sequence<[ResultOf<A>, LaterResult<B>]>
export function sequence<A extends AnyStep, B extends AnyStep, C extends AnyStep>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
  third: (data: Data<B>, all: [Data<A>, Data<B>]) => C,
): Sequence<[ResultOf<A>, LaterResult<B>, LaterResult<C>]>
export function sequence<
  A extends AnyStep,
  B extends AnyStep,
  C extends AnyStep,
  D extends AnyStep,
>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
  third: (data: Data<B>, all: [Data<A>, Data<B>]) => C,
  fourth: (data: Data<C>, all: [Data<A>, Data<B>, Data<C>]) => D,
): Sequence<[ResultOf<A>, LaterResult<B>, LaterResult<C>, LaterResult<D>]>
export function sequence(first: AnyStep, ...makers: StepFactory[]): object {
  if (!isA<AnyStep>(first, stepPlan) || !makers.every((make) => typeof make === "function")) {
    throw new TypeError(
      "sequence takes a step that has not run, and functions that each return one",
    )
  }
  const content = `a sequence of ${first.id} and ${makers.length} more`
  const use = new SingleUse("This sequence", () => content)
  const start = async (options?: SequenceOptions) => {
    first[stepPlan].asked()
    const loaded = await loadExecuteSequence("chains")
    if (!("code" in loaded)) return loaded.executeSequence(first, makers, options ?? {})
    const error = toResultError(loaded, first[stepPlan].definition)
    const results = [failedWith(first.id, error), ...makers.map(() => skippedStep(error))]
    return summary(results, { requests: 0, points: 0 }, [])
  }
  return new RunOnce(use, start, first[stepPlan].client)
}
