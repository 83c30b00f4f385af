import { monotonicNow, sleep } from "../timing/index.js"
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
