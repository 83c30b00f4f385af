/** The messages for unknown names. Loaded by the first unknown name. */

import leven from "leven"
import type { ResultError } from "../envelope/index.js"
import { redact } from "../errors/index.js"
import { kindOf } from "../input/index.js"
import { didYouMean, suggestionsFor } from "../suggestions/index.js"
import type { CapabilitySummary } from "./explain.js"
import { searchCapabilities } from "./search.js"

/** The error for an unknown id. It suggests ids that were probably meant, whether misspelt or guessed. */
export function unknownId(id: unknown, lines: readonly CapabilitySummary[]): ResultError {
  const ids = lines.map((line) => line.id)
  const wanted = `Expected a capability id such as "${ids[0]}"`
  return unknownName("capability", id, wanted, (name) => {
    const misspelt = suggestionsFor(name, ids).filter((one) => leven(name.toLowerCase(), one) <= 2)
    if (misspelt.length > 0 || name.length > 100) return misspelt
    return searchCapabilities(lines, name)
      .slice(0, 3)
      .map((line) => line.id)
  })
}

/** The error for a domain without capabilities. It suggests domains that were probably meant. */
export function unknownDomain(domain: unknown, ids: readonly string[]): ResultError {
  const domains = [...new Set(ids.flatMap(prefixes))]
  const wanted = `Expected a domain such as "${domains[0]}"`
  return unknownName("domain", domain, wanted, (name) => suggestionsFor(name, domains))
}

/** `pr.thread.reply` → `pr`, `pr.thread` */
function prefixes(id: string): string[] {
  const segments = id.split(".")
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("."))
}

function unknownName(
  kind: string,
  name: unknown,
  wanted: string,
  near: (name: string) => string[],
): ResultError {
  const candidates = typeof name === "string" ? near(name) : []
  const hint = candidates.length > 0 ? `, ${didYouMean(candidates)}` : ""
  const message =
    typeof name === "string"
      ? `There is no ${kind} ${redact(JSON.stringify(name))}${hint}`
      : `${wanted}, found ${kindOf(name)}`
  return {
    code: "VALIDATION",
    message,
    retryable: false,
    details: { ...(candidates.length > 0 && { candidates }), outcome: "not_sent" },
  }
}
