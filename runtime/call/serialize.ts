/** Calls that wait for one another. Loaded by the first call that may have to wait. */

import type { WaitingCall } from "../routes/index.js"
import { untilAborted } from "../timing/index.js"

/** Of all clients: a program may create one for each event. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs work with the same name on the same GitHub one after the other: the second finds what the first created. Work
 * whose time is over while it waits starts at once, and sends nothing.
 */
export async function serialize<T>(
  { client, chain, scope: { signal } }: WaitingCall,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const place = `${client.endpoint.rest} ${name}`
  const before = running.get(place)
  const mine = (async () => {
    if (before) {
      chain?.leaveBatch()
      await (signal ? untilAborted(before, signal).catch(() => undefined) : before)
      chain?.joinBatch()
    }
    return work()
  })()
  const settled = Promise.allSettled([before, mine])
  running.set(place, settled)
  void settled.then(() => {
    if (running.get(place) === settled) running.delete(place)
  })
  return mine
}
