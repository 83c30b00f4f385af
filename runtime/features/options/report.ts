import type { Client } from "../../client/index.js"
import type { ResultWarning } from "../../envelope/index.js"

/** Warnings of a result of which only the data is returned. */
export interface WarnedResult {
  /** Undefined for a chain, whose warnings have a `step`. */
  readonly capability_id: string | undefined
  readonly warnings: readonly ResultWarning[]
}

type Of = Parameters<NonNullable<Client["report"]>>[0]

const reported = new Set<string>()

/** Passes warnings to the function of the caller, or reports each once, on stderr or the console of a page. */
export async function report(
  { warnings = [], capability_id }: Of,
  onWarnings: ((of: WarnedResult) => unknown) | undefined,
): Promise<void> {
  // Anybody who writes a comment can cause CLEANED.
  const own = warnings.filter(({ code }) => code !== "CLEANED")
  if (onWarnings) {
    if (own.length > 0) await onWarnings({ capability_id, warnings: own })
    return
  }
  for (const { code, message, fix } of own) {
    const text = capability_id ? `${capability_id}: ${message}` : message
    // A process that runs for months must not keep all messages.
    if (reported.has(text) || reported.size === 1000) continue
    reported.add(text)
    const { process, console } = globalThis
    if (!process?.emitWarning) console.warn(text)
    else process.emitWarning(text, { type: "GhxWarning", code, ...(fix && { detail: fix }) })
  }
}
