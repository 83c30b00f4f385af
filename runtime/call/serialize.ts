/** Calls of one client that wait for one another. Loaded by the first call that may have to wait. */

import type { WaitingCall } from "../routes/index.js"
import { untilAborted } from "../timing/index.js"

const running = new WeakMap<WaitingCall["client"]["graphql"], Map<string, Promise<unknown>>>()

/**
 * Runs work with the same name one after the other: the second finds what the first created. Work whose time is over
 * while it waits starts at once, and sends nothing.
 */
export async function serialize<T>(
  { client, chain, scope: { signal } }: WaitingCall,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const all = running.get(client.graphql) ?? new Map<string, Promise<unknown>>()
  running.set(client.graphql, all)
  const before = all.get(name)
  const mine = (async () => {
    if (before) {
      chain?.leaveBatch()
      await (signal ? untilAborted(before, signal).catch(() => undefined) : before)
      chain?.joinBatch()
    }
    return work()
  })()
  const settled = Promise.allSettled([before, mine])
  all.set(name, settled)
  void settled.then(() => {
    if (all.get(name) === settled) all.delete(name)
  })
  return mine
}
