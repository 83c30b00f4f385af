import type { Client } from "../../client/index.js"

const reported = new Set<string>()

/** Reports warnings of results of which only the data is returned: each once, on stderr or the console of a page. */
export const report: NonNullable<Client["report"]> = async ({ warnings, capability_id }) => {
  for (const { code, message, fix } of warnings ?? []) {
    const text = capability_id ? `${capability_id}: ${message}` : message
    // Anybody who writes a comment can cause CLEANED. A process that runs for months must not keep all messages.
    if (code === "CLEANED" || reported.has(text) || reported.size === 1000) continue
    reported.add(text)
    const { process, console } = globalThis
    if (!process?.emitWarning) console.warn(text)
    else process.emitWarning(text, { type: "GhxWarning", code, ...(fix && { detail: fix }) })
  }
}
