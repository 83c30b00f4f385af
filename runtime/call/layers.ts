/** The layers around calls. */
import type { Client } from "../client/index.js"
import { type DecidedWrites, type Definition, featureOf } from "../routes/index.js"
import type { ExecuteCall } from "./call-context.js"
import { codeOf, type FeatureCode } from "./feature-code.js"

/** Executes a call within all layers of its client. */
export async function withLayers(
  { features }: Client,
  executeCall: ExecuteCall,
  definition: Definition,
): Promise<ExecuteCall> {
  const own = features.filter((one) => one.concerns?.(definition) ?? true)
  if (definition.graphql?.decided)
    own.push(serialized(featureOf(definition.parts, "decidedWrites")))
  const code = await Promise.all(own.sort((one, other) => one.rank - other.rank).map(codeOf))
  return code.reduceRight<ExecuteCall>((next, { layer }) => layer?.(next) ?? next, executeCall)
}

/** The requests of a write with a key wait for others once, so this is outside of `once`. */
const serialized = ({ serialized }: DecidedWrites) => ({
  name: "decided writes",
  rank: 30,
  load: async (): Promise<FeatureCode> => ({
    layer: (next) => (definition, input, callContext) =>
      serialized(definition, input, callContext, () => next(definition, input, callContext)),
  }),
})
