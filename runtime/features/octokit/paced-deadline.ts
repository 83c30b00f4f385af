import type { PacedDeadline } from "../../http/index.js"
import { deadline, monotonicNow } from "../../timing/index.js"

/** When the Octokit of a client last sent anything. */
const departures = new WeakMap<object, number>()

/**
 * The time limit for a request through an Octokit that may pace its requests. It starts when the request is sent;
 * until then, the Octokit must send some other request within the limit.
 */
export function pacedDeadline(
  parent: AbortSignal | undefined,
  client: { readonly timeout_ms: number },
): PacedDeadline {
  const { timeout_ms } = client
  let left: number | undefined
  const more = () => Math.ceil((left ?? departures.get(client) ?? 0) + timeout_ms - monotonicNow())
  return {
    ...deadline(parent, timeout_ms, more),
    leave() {
      left = monotonicNow()
      departures.set(client, left)
    },
  }
}
