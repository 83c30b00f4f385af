import type { Card } from "../parse/index.js"
import { isList } from "./contract.js"
import type { Mapping } from "./mapping.js"

/** Inputs that a list has without its card saying so; REST's own words for them would be a second way. */
export function reportReservedInputs(mapping: Mapping, card: Card): void {
  if (!isList(card)) return
  const reserved =
    mapping.route === "rest" ? ["first", "after", "page", "per_page"] : ["first", "after"]
  for (const name of Object.keys(card.input_schema.properties ?? {})) {
    if (!reserved.includes(name)) continue
    const span = mapping.source.keySpan(["input_schema", "properties", name])
    const message =
      name === "first" || name === "after"
        ? `pagination adds \`${name}\` to the input itself: remove it here`
        : `pagination asks for \`${name}\` itself, by \`first\` and \`after\`: remove it here`
    mapping.report("GHX1108", span, message)
  }
}
