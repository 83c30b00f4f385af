/** Builds guards from options, for agents with restricted permissions. */
import { compiler } from "../../generated/on-demand.js"
import { type GuardOptions, guardOf, isOfOperations, summandsOf } from "../../runtime/index.js"
import { selectCapabilities } from "../tools/index.js"
import { UsageError, usable } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"

export interface GuardFlags
  extends OptionValues<never, "readOnly" | "documents" | "allowWrite", "allow" | "deny" | "repos"> {
  readonly limits?: Readonly<Record<string, number>>
}

/**
 * @param commands - whether `api` is among the commands: it reads, unless only some capabilities are allowed
 * @throws UsageError if a pattern matches nothing
 */
export async function guardsOf(
  { readOnly, allow, deny, repos, limits, documents, allowWrite }: GuardFlags,
  commands = true,
): Promise<GuardOptions> {
  const reads = documents || (commands && allow === undefined && deny === undefined)
  const guards = {
    read_only: readOnly ?? false,
    operations: documents && allowWrite ? "write" : reads ? "read" : "none",
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(repos && { repos }),
    ...(limits && { limits }),
  } as const
  usable(() => selectCapabilities(guards), TypeError)
  const limited = Object.keys(limits ?? {}).flatMap(summandsOf)
  const patterns = [...(allow ?? []), ...(deny ?? []), ...limited]
  // Only these need GitHub's description, which takes time to read.
  if (patterns.some(isOfOperations)) {
    const unmatched = await (await compiler()).unmatched(guardOf(guards))
    if (unmatched) throw new UsageError(unmatched.message, unmatched.fix)
  }
  return guards
}
