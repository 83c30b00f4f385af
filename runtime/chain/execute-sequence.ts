import { withinScope } from "../call/index.js"
import type { ResultError } from "../envelope/index.js"
import { reasonOf, shorten } from "../errors/index.js"
import { checkOptions, type Known, milliseconds } from "../input/index.js"
import { isA, type Step, type StepPlan, stepPlan } from "../step/index.js"
import { concurrencyLimit } from "../timing/index.js"
import { ChainAborted } from "./chain-failed.js"
import { type ChainOutcome, type EntryOutcome, skippedStep, summary } from "./entries.js"
import { executeEntries, observer, recording } from "./execute-chain.js"
import type { RunningChain } from "./execute-entry.js"
import { createMemory } from "./memory.js"
import { preflight } from "./preflight.js"
import { type Around, chainAround, type SequenceOptions } from "./types.js"

type AnyStep = Step<string, unknown>

/** A function of the results so far; the overloads of `sequence` type its parameters. */
export type StepFactory = (...given: never[]) => AnyStep

const known: Known<Omit<SequenceOptions, typeof chainAround>> = {
  trace: "boolean",
  signal: "AbortSignal",
  timeout_ms: milliseconds,
  onStep: "function",
  onWait: "function",
}

/** Makes the steps of a sequence one after the other, and executes each. */
export async function executeSequence(
  first: AnyStep,
  makers: readonly StepFactory[],
  options: SequenceOptions,
): Promise<ChainOutcome> {
  checkOptions("A sequence", options, known)
  return withinScope(
    options,
    async (scope) => {
      const observed = observer(options)
      const trace = options.trace ?? false
      const all: EntryOutcome[] = []
      const data: unknown[] = []
      const around = options[chainAround]
      const shared = { ...observed, scope, trace, memory: createMemory(), around }
      let failed: ResultError | undefined
      for (const [index, make] of [() => first, ...makers].entries()) {
        const step = () => Reflect.apply(make, undefined, [data.at(-1), [...data]])
        const outcome = failed ? skippedStep(failed) : await executeNext(step, index, shared)
        const { result } = outcome
        observed.settled(result, index)
        all.push(outcome)
        if (result.ok) data.push(result.data)
        else failed ??= earlierStepFailed(result, index)
      }
      return summary(all, scope.sent, observed.warnings())
    },
    ({ status }) => status === "success",
    (result, reason) => new ChainAborted(result, reason),
  )
}

/** Makes the next step and executes it alone, on any route. */
async function executeNext(
  make: () => unknown,
  index: number,
  shared: Pick<RunningChain, "scope" | "trace" | "memory" | "around" | "warn">,
): Promise<EntryOutcome> {
  const { scope, around } = shared
  let plan: StepPlan<string, unknown>
  try {
    const made = make()
    if (!isA<AnyStep>(made, stepPlan)) throw new TypeError("return the call without `await`")
    plan = made[stepPlan]
    plan.claim("chain")
  } catch (error) {
    return skippedStep({
      code: "UNKNOWN",
      message: shorten(`its function did not return a step that has not run: ${reasonOf(error)}`),
      retryable: false,
    })
  }
  const entry = { ok: true, plan, confirm: index > 0 } as const
  const recordOrSend = recording([entry])
  const checked = await preflight([entry], scope)
  const running = {
    ...shared,
    // Each step is a chain of its own, in which its index is 0.
    around: around && withPlace(around, `${index}`),
    limited: concurrencyLimit(1),
    settled: () => {},
  }
  const outcomes = checked.ok
    ? await recordOrSend((how) => executeEntries(checked.ready, { ...running, ...how }))
    : checked.rejected.map((result) => ({ result, metas: [] }))
  return (
    outcomes[0] ?? skippedStep({ code: "UNKNOWN", message: "it has no result", retryable: false })
  )
}

function withPlace(around: Around, place: string): Around {
  return (call, next) => around({ ...call, place }, next)
}

/** The error of all steps after a failed one. */
function earlierStepFailed(
  { task, error }: { task: string; error: ResultError },
  index: number,
): ResultError {
  const step = `#${index} ${task}`
  return { ...error, message: `${step} failed: ${error.message}`, details: { because: step } }
}
