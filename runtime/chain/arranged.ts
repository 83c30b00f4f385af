import type { ResultWarning } from "../envelope/index.js"
import { ChainAborted } from "./chain-failed.js"
import { type ChainEntry, type ChainOutcome, labelOf } from "./entries.js"
import type { Layout } from "./layout.js"

/** The outcome of a chain, with the results where its steps stood. */
export type ArrangedOutcome = Omit<ChainOutcome, "results"> & { readonly results: unknown }

/** The outcome of a chain, or its abort; without a layout, its steps are one list. */
export async function arranged(
  running: Promise<ChainOutcome>,
  entries: readonly ChainEntry[],
  layout: Layout | undefined,
): Promise<ArrangedOutcome> {
  if (!layout) return running
  const outcome = await running.catch((error: unknown) => {
    if (!(error instanceof ChainAborted)) throw error
    throw new ChainAborted(error.envelope, error.cause, layout.fill(error.envelope.results))
  })
  const { meta, results } = outcome
  const own = meta.warnings?.map((one): ResultWarning => {
    const { step = -1, message } = one
    const prefix = `#${step} ${results[step]?.task}: `
    const entry = entries[step]
    if (!entry || !message.startsWith(prefix)) return one
    return { ...one, message: `${labelOf(entry, step)}: ${message.slice(prefix.length)}` }
  })
  return {
    ...outcome,
    results: layout.fill(results),
    meta: own ? { ...meta, warnings: own } : meta,
  }
}
