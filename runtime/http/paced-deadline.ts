import { type Deadline, deadline } from "../timing/index.js"

export interface PacedDeadline extends Deadline {
  /** The request leaves: until now it may have waited in a queue of the Octokit's. */
  leave?(): void
}

/** When anything left the Octokit of a client last. */
const departures = new WeakMap<object, number>()

/**
 * The limit of a request through an Octokit that may pace its requests: that of the request itself from when it
 * leaves, and before that the time in which nothing else has left.
 */
export function pacedDeadline(
  parent: AbortSignal | undefined,
  client: { readonly timeout_ms: number },
): PacedDeadline {
  const { timeout_ms } = client
  let left: number | undefined
  const more = () =>
    Math.ceil((left ?? departures.get(client) ?? 0) + timeout_ms - performance.now())
  return {
    ...deadline(parent, timeout_ms, more),
    leave() {
      left = performance.now()
      departures.set(client, left)
    },
  }
}
