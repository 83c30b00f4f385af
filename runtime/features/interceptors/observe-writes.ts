import type { Layer } from "../../call/index.js"
import type { Client, ClientFeature } from "../../client/index.js"
import type { ResultEnvelope } from "../../envelope/index.js"

/** A write that was sent, or refused by a limit. */
export interface ObservedWrite {
  readonly capability_id: string
  readonly input: unknown
  readonly envelope: ResultEnvelope<unknown>
}

/** The client, with a function that is called with the result of each write. */
export function observeWrites(client: Client, observed: (write: ObservedWrite) => void): Client {
  const layer: Layer = (next) => async (definition, input, callContext) => {
    const envelope = await next(definition, input, callContext)
    const { id: capability_id, effect } = definition
    if (effect !== "read") observed({ capability_id, input, envelope })
    return envelope
  }
  // Outside of all others: a write that is repeated is one write.
  const feature: ClientFeature = { name: "observed writes", rank: 5, load: async () => ({ layer }) }
  return { ...client, features: [...client.features, feature] }
}
