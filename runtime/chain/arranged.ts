import type { ResultWarning } from "../envelope/index.js"
import { ChainAborted } from "./chain-failed.js"
import type { ChainOutcome } from "./entries.js"
import type { Layout } from "./layout.js"

/** The steps of a chain with names. */
export interface NamedSteps {
  readonly layout: Layout
  /** The steps in messages, in order. */
  readonly labels: readonly string[]
}

/** The outcome of a chain, with the results where its steps stood. */
export type ArrangedOutcome = Omit<ChainOutcome, "results"> & { readonly results: unknown }

export function arranged(outcome: ChainOutcome, named: NamedSteps | undefined): ArrangedOutcome {
  if (!named) return outcome
  const { meta, results } = outcome
  const { warnings } = meta
  const own = warnings?.map((one): ResultWarning => {
    const { step = -1, message } = one
    const prefix = `#${step} ${results[step]?.task}: `
    if (!message.startsWith(prefix)) return one
    return { ...one, message: `${named.labels[step]}: ${message.slice(prefix.length)}` }
  })
  return {
    ...outcome,
    results: named.layout.fill(results),
    meta: own ? { ...meta, warnings: own } : meta,
  }
}

/** The outcome of a chain whose abort has the results where its steps stood. */
export async function arrangedAbort(
  outcome: Promise<ChainOutcome>,
  named: NamedSteps | undefined,
): Promise<ChainOutcome> {
  return outcome.catch((error: unknown) => {
    if (!named || !(error instanceof ChainAborted)) throw error
    throw new ChainAborted(error.envelope, error.cause, named.layout.fill(error.envelope.results))
  })
}
