/** The layers around calls. Loaded by the first call of a client that has layers. */
import type { Client } from "../client/index.js"
import { loadIntercepted } from "../intercept/index.js"
import type { Definition } from "../routes/index.js"
import type { ExecuteCall, Layer } from "./call-context.js"
import { loadBounds } from "./load-bounds.js"

/** Executes a call within all layers of its client. */
export async function within(
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
  { key, graphql }: Definition,
): Promise<Layer[]> {
  return [
    ...(interceptors.length > 0 ? [await interceptingBy()] : []),
    ...(guard.bounds ? [(await loadBounds()).bounded] : []),
    ...(graphql?.decided ? [(await import("./in-turn.js")).decidedInTurn] : []),
    ...(key ? [(await import("./once.js")).once] : []),
  ]
}

async function interceptingBy(): Promise<Layer> {
  const [{ intercepting }, { intercepted }] = await Promise.all([
    import("./intercepting.js"),
    loadIntercepted(),
  ])
  return intercepting(intercepted)
}
