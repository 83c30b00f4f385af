/** The list of capabilities, one line each. Loaded on first use. */
import { knownIn, knownOf, type Registry } from "../capability/index.js"
import { GhxError } from "../errors/index.js"
import { checkOptions } from "../input/index.js"
import { callOf } from "../properties/index.js"
import type { CapabilitySummary, Catalog, ListOptions } from "./explain.js"
import { unknownDomain } from "./unknown-id.js"

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
