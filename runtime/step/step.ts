import {
  type CallContext,
  type Called,
  executeCall,
  prepare,
  type RunOptions,
  withinScope,
} from "../call/index.js"
import type { Batcher, Client } from "../client/index.js"
import type { ResultEnvelope } from "../envelope/index.js"
import { GhxError } from "../errors/index.js"
import {
  checkOptions,
  copyOf,
  type FieldList,
  type FieldsOption,
  type GivenOptions,
  type Known,
  milliseconds,
  type Only,
  type Snapshot,
} from "../input/index.js"
import { type Out, outOf } from "../reference/index.js"
import { isLocal } from "../route-names/index.js"
import type { Definition, Loadable } from "../routes/index.js"
import type { Scope } from "../timing/index.js"
import { LazyPromise, SingleUse } from "./single-use.js"

/** The property of a step that holds its plan, so that `chain` can read it without running the step. */
export const stepPlan: unique symbol = Symbol("ghx.step.plan")

/** What a step calls. */
export interface StepCall<Id extends string, T> extends Loadable<Id, T> {
  /** A copy of the caller's input at the time of the call. */
  readonly input: Snapshot
  /** Options that features of the client take. */
  readonly options: GivenOptions | undefined
  client(): Client
}

/** The plan of a step. */
export interface StepPlan<Id extends string, T> extends SingleUse, StepCall<Id, T> {}

/** The key of a member that only exists in types, and has the result type of a step. */
declare const gives: unique symbol

/** An item of a chain, with its result type. */
export interface Chainable<Id extends string, T> {
  /** The capability's id: `issue.view`. */
  readonly id: Id
  /** Exists only for the type-checker. */
  readonly [gives]?: T
  /** Steps of a client with `throws` have a `chain` of their own. */
  readonly throws?: undefined
}

/**
 * One call that has not been sent yet. Awaiting it sends it, once, however often it is awaited.
 *
 * @example
 * const one = await ghx.issue.view({ owner, repo, issue_number: 1 })
 * if (one.ok) console.log(one.data.title)
 */
export interface Step<Id extends string, T> extends Promise<ResultEnvelope<T>>, Chainable<Id, T> {
  /** A copy of the given input, neither validated nor with defaults. */
  readonly input: unknown
  /** @internal */
  readonly [stepPlan]: StepPlan<Id, T>
  /** Runs the step with options. Throws if the step already runs. */
  run(options?: RunOptions): Promise<ResultEnvelope<NoInfer<T>>>
  /** The data alone, with warnings on stderr; throws a `GhxError` if the envelope is not ok. */
  orThrow(): Promise<T>
}

/** A step of one capability. Separate from {@link Step}, the common type of steps of different capabilities. */
export interface StepWithOut<Id extends string, T> extends Step<Id, T> {
  /** The future data of the step. Later steps of a chain use its members as inputs. */
  readonly out: Out<T>
  run(options?: RunOptions): Promise<ResultEnvelope<T>>
  /** Runs the step for some fields of its result. For chains and iterators, the call has `fields` instead. */
  run<const Fields extends FieldList<T>>(
    options: RunOptions & FieldsOption<Fields>,
  ): Promise<ResultEnvelope<Only<T, Fields>>>
}

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
  run<const Fields extends FieldList<T>>(
    options: RunOptions & FieldsOption<Fields>,
  ): Promise<Only<T, Fields>>
  /** The same as awaiting the step. */
  orThrow(): Promise<T>
}

export const runOptions: Known<RunOptions & FieldsOption<readonly string[]>> = {
  signal: "AbortSignal",
  timeout_ms: milliseconds,
  trace: "boolean",
  route: "string",
  onAborted: "function",
  onWait: "function",
  fields: true,
}

/** Whether something is a step, a chain or an `each`. The types ensure this only for callers in TypeScript. */
export function isA<Kind extends object>(item: unknown, mark: keyof Kind): item is Kind {
  return typeof item === "object" && item !== null && mark in item
}

export function createStep<Id extends string, T>(
  capability: Loadable<Id, T>,
  input: Snapshot,
  client: () => Client,
  options?: GivenOptions,
): StepWithOut<Id, T> {
  return new SingleStep(capability, input, client, copyOf(options))
}

/** A class, because a closure for each method would take 1.5 kB of memory for each call. */
class SingleStep<Id extends string, T>
  extends LazyPromise<ResultEnvelope<T>>
  implements StepWithOut<Id, T>
{
  readonly id: Id
  readonly input: unknown
  readonly [stepPlan]: StepPlan<Id, T>

  constructor(
    { definition, load }: Loadable<Id, T>,
    input: Snapshot,
    client: () => Client,
    options: GivenOptions | undefined,
  ) {
    super()
    const { id } = definition
    const use = new SingleUse(`Step ${id}`, () => id)
    this.id = id
    this.input = input.value
    this[stepPlan] = Object.assign(use, { definition, load, input, client, options })
  }

  get out(): Out<T> {
    return outOf<T>(this[stepPlan])
  }

  run(options?: RunOptions): Promise<ResultEnvelope<T>>
  run<const Fields extends FieldList<T>>(
    options: RunOptions & FieldsOption<Fields>,
  ): Promise<ResultEnvelope<Only<T, Fields>>>
  run(
    options?: RunOptions & Partial<FieldsOption<readonly string[]>>,
  ): Promise<ResultEnvelope<unknown>> {
    const plan = this[stepPlan]
    plan.asked()
    try {
      if (options) checkOptions(`A run of ${this.id}`, options, runOptions)
      return this.once(plan, options, () => start(plan, options ?? {}))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async orThrow(): Promise<T> {
    const envelope = await this.run()
    if (!envelope.ok) throw new GhxError(envelope)
    if (envelope.meta.warnings) await this[stepPlan].client().report?.(envelope.meta)
    return envelope.data
  }
}

function start<Id extends string, T>(
  plan: StepPlan<Id, T>,
  options: RunOptions & Partial<FieldsOption<readonly string[]>>,
): Promise<ResultEnvelope<T>> {
  const { definition, load } = plan
  const { fields } = options
  const asked = fields === undefined ? plan.options : copyOf({ ...plan.options, fields })
  return runSingle({ definition, load, options: asked }, plan, options)
}

/**
 * Records a single call of a client that records; undefined for a call that is sent as usual.
 *
 * @param before - the tasks recorded before the call began
 */
export type RecordSingle = <T>(
  capability: Called<string, T>,
  source: object & { readonly input: Snapshot },
  client: Client,
  before: readonly string[],
  options: Pick<RunOptions, "route"> & { readonly scope: Scope },
) => Promise<ResultEnvelope<T> | undefined>

/** Executes a call outside any chain. */
function runSingle<T>(
  capability: Called<string, T>,
  plan: { readonly input: Snapshot; client(): Client },
  options: RunOptions,
): Promise<ResultEnvelope<T>> {
  return withinScope(
    options,
    async (scope) => {
      const own = plan.client()
      const before = own.recording?.latest
      if (before) {
        const recordSingle = (await own.recording?.load()) as RecordSingle
        const recorded = await recordSingle(capability, plan, own, before, { ...options, scope })
        if (recorded) return recorded
      }
      const prepared = await prepare(capability, withoutReferences(plan.input), own, scope)
      if (!prepared.ok) {
        const capability_id = capability.definition.id
        return { ok: false, error: prepared.error, meta: { capability_id } }
      }
      const { definition, input } = prepared
      const context = { client: own, graphql: own.graphql, scope, options }
      if (own.batcher) {
        return await inBatch(own.batcher, definition, context, (shared) =>
          executeCall(definition, input, shared),
        )
      }
      const graphql = definition.parts?.graphqlLookups?.transport(own) ?? own.graphql
      // Awaited, because a promise that is returned takes three turns.
      return await executeCall(definition, input, { ...context, graphql })
    },
    (envelope) => envelope.ok,
    (envelope, reason) => {
      options.onAborted?.(envelope)
      return reason
    },
  )
}

/** Executes a call that shares documents with others, like a step of a chain. */
async function inBatch<T>(
  batcher: Batcher,
  { routes }: Pick<Definition, "routes">,
  context: CallContext,
  work: (context: CallContext) => Promise<T>,
): Promise<T> {
  const { leave: leaveBatch, resume: joinBatch, settle, transport } = batcher.join([])
  const graphql = transport(context.graphql, context.client.batch)
  const chain = { several: !routes.every(isLocal), leaveBatch, joinBatch }
  return work({ ...context, graphql, chain }).finally(settle)
}

/** A reference that only a chain could resolve is an error in a single call. */
function withoutReferences(given: Snapshot): Snapshot {
  const { value, issues, references } = given
  if (!references) return given
  const message = "is a reference to another step's result: pass both steps to `chain`"
  return { value, issues: [...issues, ...references.map(({ pointer }) => ({ pointer, message }))] }
}
