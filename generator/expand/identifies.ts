import type { WrittenCard } from "../parse/index.js"
import { proveIdentity, sourcesIn } from "./identity-proof.js"
import { type Derived, NO_CHANGES, type RuleContext } from "./rule.js"
import { fieldsOf } from "./shapes.js"

/** Derives the lookups whose results a shape contains, if the document identifies the parent object. */
export function deriveIdentifies(card: WrittenCard, context: RuleContext): Derived {
  const expression = card.output ?? card.list
  if (expression === undefined || card.identifies !== undefined || card.effect === "destroy")
    return NO_CHANGES
  const { fields, base } = fieldsOf(expression, [card.output ? "output" : "list"], context)
  const names = fields.flatMap((one) => (one.isOfBase ? [one.name] : []))
  const sources = new Map(
    [...sourcesIn(names, card)].map(([name, own]) => [
      name,
      base?.sources.graphql.get(name)?.path.text ?? own,
    ]),
  )
  const proved = Object.entries(base?.identifies ?? {}).filter(
    ([name, by]) => proveIdentity(name, by, card, sources, context.documents).ok,
  )
  if (proved.length === 0) return NO_CHANGES
  const from = [card.output ? "output" : "list"]
  return { changes: [{ at: ["identifies"], value: Object.fromEntries(proved), from }] }
}
