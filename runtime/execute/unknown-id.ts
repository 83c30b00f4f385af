/** What is said of names that mean nothing; loaded by the first of them. */
import type { ResultError } from "../envelope/index.js"
import { redact } from "../errors/index.js"
import { kindOf } from "../input/index.js"
import { didYouMean, nearNames } from "../near/index.js"

/** The error for an id that names no capability, with the ids that were probably meant. */
export function unknownId(id: unknown, ids: readonly string[]): ResultError {
  const wanted = `Expected a capability id such as "${ids[0]}"`
  return unknownName("capability", id, ids, wanted)
}

/** The error for a domain that holds nothing, with the domains that were probably meant. */
export function unknownDomain(domain: unknown, ids: readonly string[]): ResultError {
  const domains = [...new Set(ids.flatMap(prefixes))]
  return unknownName("domain", domain, domains, `Expected a domain such as "${domains[0]}"`)
}

/** `pr.thread.reply` → `pr`, `pr.thread` */
function prefixes(id: string): string[] {
  const segments = id.split(".")
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("."))
}

function unknownName(
  kind: string,
  name: unknown,
  names: readonly string[],
  wanted: string,
): ResultError {
  const candidates = typeof name === "string" ? nearNames(name, names) : []
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
