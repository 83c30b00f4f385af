import { lazyImport } from "../step/index.js"
import type { ChainEntry } from "./entry.js"
import type { ChainDryRun, ChainOptions } from "./types.js"
import { type ChainOutcome, unsent } from "./unsent.js"

/** Only chains load this module. */
const loadExecuteChain = /* @__PURE__ */ lazyImport(() => import("./execute-chain.js"))

/** Runs the steps of a chain: all of them, or none if one cannot be sent. */
export async function runChain(
  entries: readonly ChainEntry[],
  options: ChainOptions,
): Promise<ChainOutcome> {
  const loaded = await loadExecuteChain("chains")
  if ("code" in loaded) return unsent(entries, loaded)
  return loaded.executeChain(entries, options)
}

/** Returns the requests that a chain would send, without sending them. */
export async function dryRunChain(entries: readonly ChainEntry[]): Promise<ChainDryRun> {
  return (await import("./dry-run.js")).dryRun(entries)
}
