import type { Diagnostic } from "../../../diagnostics/index.js"
import { aboutMapping } from "../../../messages/index.js"
import type { GraphqlSection } from "../../../parse/index.js"
import { lookupOrigin, type Mapping } from "../../../plan/index.js"

/** Lookups that no mapping reads. */
export function unusedLookups(mapping: Mapping, section: GraphqlSection): Diagnostic[] {
  return Object.keys(section.lookups ?? {})
    .filter((key) => !mapping.isRead(lookupOrigin(key)))
    .map((key) =>
      mapping.problem(
        aboutMapping.unusedLookup(key),
        mapping.source.keySpan(["graphql", "lookups", key]),
      ),
    )
}
