import { withinScope } from "../call/index.js"
import type { ChainResultEnvelope, ChainStepResult, ResultError } from "../envelope/index.js"
import { brief, reasonOf } from "../errors/index.js"
import { checkOptions, type Known } from "../input/index.js"
import { type Step, type StepPlan, singleUse, stepPlan } from "../step/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { type Carried, failedWith, type Running } from "./carry.js"
import { carryAll } from "./carry-all.js"
import { ChainAborted } from "./chain-aborted.js"
import type { ChainFailed } from "./chain-failed.js"
import { createMemory } from "./memory.js"
import { type Observer, observer } from "./observer.js"
import { preflight, unconfirmed } from "./preflight.js"
import { runOnce } from "./run-once.js"
import { summary } from "./summary.js"
import type { ChainData, ChainOptions } from "./types.js"

const notMade = "not made"

/** What came of a step that was never made, since one before it failed: nobody knows its capability. */
export interface NotMade {
  task: typeof notMade
  ok: false
  error: ResultError
}

/** Steps that are made one after the other; awaiting it runs them, once. */
export interface Sequence<Results> extends Promise<ChainResultEnvelope<Results>> {
  /** Runs the sequence with options; they cannot be given to one that already runs. */
  run(options?: SequenceOptions): Promise<ChainResultEnvelope<Results>>
  /** The bare data of every step; throws a {@link ChainFailed} where one failed. */
  orThrow(): Promise<ChainData<Results>>
}

/** How to run a sequence: as a chain, one step at a time. */
export interface SequenceOptions extends Omit<ChainOptions, "concurrency"> {}

type Data<One> = One extends Step<string, infer T> ? T : never
type Of<One> = One extends Step<infer Id, infer T> ? ChainStepResult<Id, T> : never
type Later<One> = Of<One> | NotMade
type Any = Step<string, unknown>

/**
 * Runs steps one after the other, each made by a function of the data of the one before it and of all
 * before it: for what references of a chain cannot say. The first that fails ends it, and the others are
 * never made. What destroys something, of the second on, needs `confirm` of its client.
 *
 * @example
 * const { results } = await sequence(
 *   ghx.issue.list({ owner, repo }),
 *   (issues) => ghx.issue.create({ owner, repo, title: `${issues.total_count} are open` }),
 * )
 */
export function sequence<A extends Any, B extends Any>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
): Sequence<[Of<A>, Later<B>]>
export function sequence<A extends Any, B extends Any, C extends Any>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
  third: (data: Data<B>, all: [Data<A>, Data<B>]) => C,
): Sequence<[Of<A>, Later<B>, Later<C>]>
export function sequence<A extends Any, B extends Any, C extends Any, D extends Any>(
  first: A,
  second: (data: Data<A>, all: [Data<A>]) => B,
  third: (data: Data<B>, all: [Data<A>, Data<B>]) => C,
  fourth: (data: Data<C>, all: [Data<A>, Data<B>, Data<C>]) => D,
): Sequence<[Of<A>, Later<B>, Later<C>, Later<D>]>
export function sequence(
  first: Any,
  ...makers: Maker[]
): Sequence<ChainStepResult<string, unknown>[]> {
  const content = `a sequence of ${first.id} and ${makers.length} more`
  const use = singleUse("This sequence", () => content)
  const start = (options?: SequenceOptions) => runSequence(first, makers, options ?? {})
  return runOnce("This sequence", use, start)
}

/** A function of whatever the steps before gave; what it takes, its own overload says. */
type Maker = (...given: never[]) => Any
type Outcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

const known: Known<SequenceOptions> = { trace: true, signal: true, timeout_ms: true, onStep: true }

async function runSequence(
  first: Any,
  makers: readonly Maker[],
  options: SequenceOptions,
): Promise<Outcome> {
  checkOptions("A sequence", options, known)
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const trace = options.trace ?? false
      const all: Carried[] = []
      const data: unknown[] = []
      const memory = createMemory()
      let failed: ResultError | undefined
      for (const [index, make] of [() => first, ...makers].entries()) {
        const carried = failed
          ? neverMade(failed)
          : await carryNext(() => Reflect.apply(make, undefined, [data.at(-1), [...data]]), index, {
              ...observed,
              scope,
              trace,
              memory,
            })
        const { result } = carried
        observed.settled(result, index)
        all.push(carried)
        if (result.ok) data.push(result.data)
        else failed ??= because(result, index)
      }
      return summary(all, scope.sent, observed.warnings())
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
  )
}

/** Makes the next step and carries it out alone, whichever route it takes. */
async function carryNext(
  make: () => Any,
  index: number,
  {
    scope,
    trace,
    memory,
    warn,
  }: Pick<Observer, "warn"> & Pick<Running, "scope" | "trace" | "memory">,
): Promise<Carried> {
  let plan: StepPlan<string, unknown>
  try {
    plan = make()[stepPlan]
    plan.claim("chain")
  } catch (error) {
    return neverMade({
      code: "UNKNOWN",
      message: brief(`its function did not give a step that has not run: ${reasonOf(error)}`),
      retryable: false,
    })
  }
  const entry = { ok: true, plan } as const
  const { id, effect } = plan.definition
  if (index > 0 && effect === "destroy" && !plan.client().guard.asks) {
    return failedWith(id, unconfirmed(plan.definition))
  }
  const checked = await preflight([entry], scope)
  const running = {
    scope,
    trace,
    memory,
    warn,
    limited: concurrencyLimit(1),
    settled: () => {},
  }
  const carried = checked.ok
    ? await carryAll(checked.ready, running)
    : checked.rejected.map((result) => ({ result, metas: [] }))
  return carried[0] ?? neverMade({ code: "UNKNOWN", message: "it has no result", retryable: false })
}

/** What is said of all steps behind one that failed. */
function because(
  { task, error }: { task: string; error: ResultError },
  index: number,
): ResultError {
  const step = `#${index} ${task}`
  return { ...error, message: `${step} failed: ${error.message}`, details: { because: step } }
}

/** What is said of a step that was not made because of another, or of its own function. */
function neverMade({ code, message, retryable, details }: ResultError): Carried {
  return failedWith(notMade, {
    code,
    message: `Not made: ${message}`,
    retryable,
    details: { ...details, outcome: "not_sent" },
  })
}
