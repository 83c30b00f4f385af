/** Renews a lease during a run, and aborts the run when the lease is lost. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Journal, type Lease, lostLease, RunError, storeError } from "./journal.js"

export interface Hold {
  /** Aborts with a RunError if the lease is lost, or could not be renewed in time. */
  readonly signal: AbortSignal
  /** Ends the run, so that nothing more is sent. */
  stop(error: RunError): void
  /** Throws if nothing more may be sent. Called with each write of the journal, which renews the lease. */
  check(): void
  release(): Promise<void>
}

/** Interval between requests for a lease that another process holds, within `wait_ms`. */
const ASKED_MS = 250

/**
 * Takes the lease of a run.
 *
 * @param wait_ms - how long to wait for a process that holds it; a killed process holds it until it expires
 * @throws RunError if another process keeps it
 */
export async function hold(
  journal: Journal,
  run: string,
  { lease_ms, wait_ms, signal }: { lease_ms: number; wait_ms: number; signal?: AbortSignal },
): Promise<Hold> {
  const until = performance.now() + wait_ms
  const take = () =>
    journal.lease(run, lease_ms).catch((error: unknown) => {
      throw storeError(run, error)
    })
  let taken = performance.now()
  let lease = await take()
  while (!lease) {
    if (performance.now() >= until) {
      const message = "another process is running it. Wait until it ends, or stop it"
      throw new RunError(run, "in_use", message)
    }
    await sleep(Math.min(ASKED_MS, lease_ms / 4), undefined, signal && { signal })
    taken = performance.now()
    lease = await take()
  }
  return keep(lease, run, lease_ms, taken)
}

function keep(lease: Lease, run: string, lease_ms: number, taken: number): Hold {
  const stopped = new AbortController()
  let ends = taken + lease_ms
  const late = () =>
    new RunError(run, "store", "its journal was unreachable until its lease expired")
  const renew = async () => {
    if (performance.now() > ends) return stopped.abort(late())
    const asked = performance.now()
    try {
      if (await lease.renew()) ends = asked + lease_ms
      else stopped.abort(lostLease(run))
    } catch {
      // Retries until the lease expires, because the store may recover before.
    }
  }
  const beat = setInterval(() => void renew(), lease_ms / 3)
  return {
    signal: stopped.signal,
    stop: (error) => stopped.abort(error),
    check() {
      if (performance.now() > ends) stopped.abort(late())
      stopped.signal.throwIfAborted()
    },
    async release() {
      clearInterval(beat)
      const release = () => lease.release().catch(() => undefined)
      // Its last request may be in flight, so the next process waits until the lease has expired.
      if (stopped.signal.aborted) setTimeout(release, lease_ms).unref()
      else await release()
    },
  }
}
