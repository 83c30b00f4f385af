/** The layers around calls. Loaded by the first call that a feature of its client concerns. */
import type { Client, ClientFeature } from "../client/index.js"
import { type DecidedWrites, type Definition, featureOf } from "../routes/index.js"
import type { ExecuteCall, Layer } from "./call-context.js"

/** Executes a call within all layers of its client. */
export async function withLayers(
  { features }: Client,
  executeCall: ExecuteCall,
  definition: Definition,
): Promise<ExecuteCall> {
  const own = features.filter((one) => one.concerns?.(definition) ?? true)
  if (definition.graphql?.decided)
    own.push(serialized(featureOf(definition.parts, "decidedWrites")))
  const layers = await Promise.all(own.sort((one, other) => one.rank - other.rank).map(layerOf))
  return layers.reduceRight<ExecuteCall>((next, layer) => layer(next), executeCall)
}

/** Clients are below calls, so the type of a feature does not name that of a layer. */
const layerOf = (feature: ClientFeature) => feature.load() as Promise<Layer>

/** The requests of a write with a key wait for others once, so this is outside of `once`. */
const serialized = ({ serialized }: DecidedWrites): ClientFeature => ({
  name: "decided writes",
  rank: 30,
  load: async (): Promise<Layer> => (next) => (definition, input, callContext) =>
    serialized(definition, input, callContext, () => next(definition, input, callContext)),
})
