/** Checks patterns of guards against the ids of capabilities. Not part of a bundle that creates no client of its own. */
import { wholeIds } from "./capability/index.js"
import type { Client, Guard } from "./client/index.js"
import {
  type ClientOptions,
  createClient,
  isOfOperations,
  matches,
  summandsOf,
} from "./features/index.js"
import { didYouMean, suggestionsFor } from "./suggestions/index.js"

/**
 * Creates a client whose patterns match known capabilities.
 *
 * @param definitions - the known capabilities: the contents of `generated/definitions.json`
 * @throws if a pattern of `allow`, `deny` or `limits` matches no capability
 */
export function createCheckedClient(
  options: ClientOptions,
  definitions: readonly { readonly ids: string }[],
): Client {
  const client = createClient(options)
  checkPatterns(client.guard, () => definitions.flatMap(({ ids }) => wholeIds(ids)))
  return client
}

/** @throws if a pattern of a guard matches no capability, because the guard would then have no effect */
export function checkPatterns(
  { operations, bounds }: Pick<Guard, "operations" | "bounds">,
  known: () => readonly string[],
): void {
  const { allow = [], deny = [] } = operations
  const patterns = { allow, deny, limits: Object.keys(bounds?.limits ?? {}).flatMap(summandsOf) }
  const ids = Object.values(patterns).flat().length > 0 ? known() : []
  for (const guard of ["allow", "deny", "limits"] as const) {
    const unknown = patterns[guard].find(
      (one) => !isOfOperations(one) && !ids.some((id) => matches(one, id)),
    )
    if (unknown === undefined) continue
    const similar = suggestionsFor(unknown, candidates(unknown, ids))
    const hint = similar.length > 0 ? didYouMean(similar) : "use ids such as issue.view or pr.*"
    throw new TypeError(`No capability matches ${unknown} in \`${guard}\`; ${hint}`)
  }
}

/** Ids and domains; for a pattern with `*`, its first segments with every known domain. */
function candidates(unknown: string, ids: readonly string[]): string[] {
  const domains = [...new Set(ids.flatMap(domainsOf))]
  if (!unknown.includes("*")) return [...ids, ...domains]
  return [
    ...domains.map((domain) => `${domain}.*`),
    ...new Set(ids.map((id) => `*.${id.split(".").at(-1)}`)),
  ]
}

/** `pr.thread.reply` → `pr`, `pr.thread` */
function domainsOf(id: string): string[] {
  const segments = id.split(".")
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("."))
}
