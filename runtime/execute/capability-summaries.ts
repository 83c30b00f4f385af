/** The list of capabilities, one line each. Loaded on first use. */
import { knownIn, knownOf, type Registry } from "../capability/index.js"
import type { ResultError } from "../envelope/index.js"
import { GhxError, redact } from "../errors/index.js"
import { checkOptions, kindOf } from "../input/index.js"
import { didYouMean, distance, suggestionsFor } from "../suggestions/index.js"
import { callOf } from "./descriptions/index.js"
import type { CapabilitySummary, Catalog, ListOptions } from "./explain.js"
import { searchCapabilities } from "./search.js"

export async function capabilitySummaries(
  which: string | ListOptions | undefined,
  registry: Registry,
  catalog: Catalog,
): Promise<CapabilitySummary[]> {
  const isOptions = typeof which === "object" && which !== null
  const { domain, signatures = false } = isOptions ? which : { domain: which }
  if (isOptions)
    checkOptions("A list of capabilities", which, { domain: "string", signatures: "boolean" })
  const ids = [...knownIn(registry).keys()]
  const named = ids.filter(
    (id) => domain === undefined || id === domain || id.startsWith(`${String(domain)}.`),
  )
  if (domain !== undefined && named.length === 0) {
    const error = unknownDomain(domain, ids)
    throw new GhxError({ ok: false, error, meta: { capability_id: "listCapabilities" } })
  }
  const lines = named.map(async (id): Promise<CapabilitySummary[]> => {
    const [known, entry] = [knownOf(registry, id), catalog[id]]
    if (!known || !entry) return []
    const signature = signatures && callOf(await registry.source(id).contract())
    const line = { id, effect: known.effect, description: entry.description }
    return [signature === false ? line : { ...line, signature }]
  })
  return (await Promise.all(lines)).flat()
}

/** The error for an unknown id. It suggests ids that were probably meant, whether misspelt or guessed. */
export function unknownId(id: unknown, lines: readonly CapabilitySummary[]): ResultError {
  const ids = lines.map((line) => line.id)
  const wanted = `Expected a capability id such as "${ids[0]}"`
  return unknownName("capability", id, wanted, (name) => {
    const isDomain = ids.some((one) => one.startsWith(`${name}.`))
    const near = isDomain ? [] : suggestionsFor(name, ids)
    const misspelt = near.filter((one) => distance(name.toLowerCase(), one) <= 2)
    if (misspelt.length > 0 || name.length > 100) return misspelt
    return searchCapabilities(lines, name)
      .slice(0, 3)
      .map((line) => line.id)
  })
}

/** The error for a domain without capabilities. It suggests domains that were probably meant. */
function unknownDomain(domain: unknown, ids: readonly string[]): ResultError {
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
