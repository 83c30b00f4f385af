/** Writes that take place once; loaded by the first call with a key. */
import type { Once, ResultEnvelope } from "../envelope/index.js"
import { sleep } from "../timing/index.js"
import type { Carrier, Layer } from "./carrier.js"

/**
 * How long after an unknown outcome is looked or sent again, in units of the client's `retry.backoff_ms`: 2, 4
 * and 8 seconds by default. What is looked for at once may still be under way.
 */
const waits = [4, 8, 16]

/** Carries out a write with a key, and goes on until it is known to have taken place, as far as that can be. */
export const once: Layer = (next) => async (definition, input, carrier) => {
  if (definition.key === undefined) return next(definition, input, carrier)
  return again(() => next(definition, input, carrier), carrier)
}

/** What may be done twice is sent until somebody knows that it was done. */
async function again<T>(
  send: () => Promise<ResultEnvelope<T>>,
  carrier: Carrier,
): Promise<ResultEnvelope<T>> {
  let envelope = told(await send(), "sent")
  for (const wait of waits) {
    if (!isUnknown(envelope)) return envelope
    if (!(await waited(wait, carrier))) return envelope
    envelope = told(stillUnknown(await send()), "repeated")
    // Sent again, it can only be refused for good.
    if (!envelope.ok && !envelope.error.retryable) return envelope
  }
  return envelope
}

/** Whether there is time left after a wait, during which the other steps of a chain are sent. */
async function waited(units: number, { client, scope, chain }: Carrier): Promise<boolean> {
  const ms = units * client.retry.backoff_ms
  if (performance.now() + ms > (scope.ends ?? Infinity)) return false
  chain?.leaveBatch()
  await sleep(ms, scope.signal)
  chain?.joinBatch()
  return scope.signal?.aborted !== true
}

const isUnknown = (envelope: ResultEnvelope<unknown>) =>
  !envelope.ok && envelope.error.details?.outcome === "unknown"

/** Nobody knows what the first sending did, whatever came of a later one. */
function stillUnknown<T>(envelope: ResultEnvelope<T>): ResultEnvelope<T> {
  if (envelope.ok) return envelope
  const { error } = envelope
  return { ...envelope, error: { ...error, details: { ...error.details, outcome: "unknown" } } }
}

function told<T>(envelope: ResultEnvelope<T>, once: Once): ResultEnvelope<T> {
  return { ...envelope, meta: { ...envelope.meta, once } }
}
