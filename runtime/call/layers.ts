/** The layers around calls. Loaded by the first call of a client that has layers. */
import type { Client } from "../client/index.js"
import { loadIntercepted } from "../intercept/index.js"
import { type DecidedWrites, type Definition, featureOf } from "../routes/index.js"
import type { ExecuteCall, Layer } from "./call-context.js"
import { loadBounds } from "./load-bounds.js"

/** Executes a call within all layers of its client. */
export async function withLayers(
  client: Client,
  executeCall: ExecuteCall,
  definition: Definition,
): Promise<ExecuteCall> {
  const layers = await layersOf(client, definition)
  return layers.reduceRight<ExecuteCall>((next, layer) => layer(next), executeCall)
}

/**
 * From the outermost inwards. Interceptors also see calls that a limit refuses. Calls that they refuse are not
 * counted; calls that they start again are. Repeated requests of a write with a key belong to one call.
 */
async function layersOf(
  { interceptors, guard }: Client,
  { key, graphql, parts }: Definition,
): Promise<Layer[]> {
  return [
    ...(interceptors.length > 0 ? [await loadInterceptLayer()] : []),
    ...(guard.bounds ? [(await loadBounds()).boundsLayer] : []),
    ...(graphql?.decided ? [serializedBy(featureOf(parts, "decidedWrites"))] : []),
    ...(key ? [(await import("./once.js")).onceLayer] : []),
  ]
}

const serializedBy =
  ({ serialized }: DecidedWrites): Layer =>
  (next) =>
  (definition, input, callContext) =>
    serialized(definition, input, callContext, () => next(definition, input, callContext))

async function loadInterceptLayer(): Promise<Layer> {
  const [{ interceptLayer }, { intercepted }] = await Promise.all([
    import("./intercept-layer.js"),
    loadIntercepted(),
  ])
  return interceptLayer(intercepted)
}
