import type { JsonSchema } from "../../runtime/definition.js"
import type { CardPath } from "../parse/index.js"
import { callbackScope, code, type Value } from "../path/index.js"
import { describe, isNullish, present } from "../shape/index.js"
import type { Mapping } from "./mapping.js"
import { type BareScope, type OutputSection, planObject } from "./object.js"

type Code = ReturnType<typeof code.objectLiteral>

/** The items of a page, each mapped as the card says. */
export function planItems(
  mapping: Mapping,
  item: JsonSchema,
  section: OutputSection,
  scope: BareScope,
  nodes: Value,
  at: CardPath,
): Code | undefined {
  const list = present(nodes.shape)
  if (list.kind !== "array" || isNullish(list.items)) {
    const message = `\`items\` needs a list of nodes, found ${describe(list)}`
    mapping.report("GHX1317", mapping.source.valueSpan(at), message)
    return undefined
  }
  const { name, inner } = callbackScope(nodes.hint, scope)
  const current: Value = {
    code: code.reference(name),
    shape: list.items,
    hint: nodes.hint ?? "items",
  }
  const object = planObject(mapping, item, section, { ...inner, current })
  if (object === undefined) return undefined
  const isOptional = isNullish(nodes.shape)
  const items = code.method(nodes.code, "map", [code.arrow(name, object)], isOptional)
  return isOptional ? code.coalesce(items, code.short("[]")) : items
}

/** `{ items, total_count, page_info }` */
export function pageLiteral(items: Code, totalCount: Code, pageInfo: Code): Code {
  return code.objectLiteral([
    ["items: ", items.doc],
    ["total_count: ", totalCount.doc],
    ["page_info: ", pageInfo.doc],
  ])
}
