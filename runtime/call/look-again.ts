import type { WaitingCall } from "../routes/index.js"
import { monotonicNow, sleep, untilAborted } from "../timing/index.js"
import type { CallContext } from "./call-context.js"

/**
 * When to look or send again after an unknown outcome, in units of the client's `retry.backoff_ms`: 2, 4
 * and 8 seconds by default. An immediate look can miss a request that is still being executed.
 */
export const looksAfter = [4, 8, 16]

interface Waiting extends Pick<CallContext, "scope"> {
  readonly client: Pick<CallContext["client"], "retry">
  readonly chain?: Pick<NonNullable<CallContext["chain"]>, "leaveBatch" | "joinBatch"> | undefined
}

/** Waits while the other steps of a chain are sent. Returns false if the time does not suffice. */
export async function waitIfTimeAllows(
  units: number,
  { client, scope, chain }: Waiting,
  asked_ms = 0,
): Promise<boolean> {
  const ms = asked_ms + units * client.retry.backoff_ms
  if (monotonicNow() + ms > (scope.ends ?? Infinity)) return false
  chain?.leaveBatch()
  await sleep(ms, scope.signal)
  chain?.joinBatch()
  return scope.signal?.aborted !== true
}

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
