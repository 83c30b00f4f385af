import type { Proposal } from "../client/index.js"
import type { carry } from "./carry.js"
import type { ChainEntry } from "./entry.js"

/**
 * Notes when a chain begins, for clients that propose.
 *
 * @returns lends what carries out the chain's entries; what they have noted is in the proposals afterwards
 */
export function proposing(entries: readonly ChainEntry[]) {
  const begun = new Map<Proposal, readonly string[]>()
  for (const entry of entries) {
    const proposal = entry.ok ? entry.plan.client().proposal : undefined
    if (proposal) begun.set(proposal, proposal.latest)
  }
  return async <R>(work: (how: { carry?: typeof carry }) => Promise<R>): Promise<R> => {
    if (begun.size === 0) return work({})
    const { proposer } = await import("./note-steps.js")
    const { end, ...how } = await proposer(begun)
    return work(how).finally(end)
  }
}
