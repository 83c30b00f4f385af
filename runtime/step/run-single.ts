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
import type { Snapshot } from "../input/index.js"
import { isLocal } from "../route-names/index.js"
import type { Definition } from "../routes/index.js"
import type { Scope } from "../timing/index.js"

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
export function runSingle<T>(
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
