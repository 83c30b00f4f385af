import { aboutList } from "../messages/index.js"
import type { CardPath } from "../parse/index.js"
import { build, callbackScope, type Expression, type Value } from "../path/index.js"
import { describe, isNullish, present } from "../shape/index.js"
import type { BareScope, Mapping } from "./mapping.js"
import type { OutputSection, PlanObject } from "./object.js"
import { made, type Planned } from "./planned.js"

/** The items of a page, each mapped as the card says. */
export function planItems(
  mapping: Mapping,
  planItem: PlanObject,
  section: OutputSection,
  scope: BareScope,
  nodes: Value,
  at: CardPath,
): Planned<Expression> {
  const list = present(nodes.shape)
  if (list.kind !== "array" || isNullish(list.items)) {
    const problem = aboutList.noNodes(describe(list), list.kind === "array")
    return mapping.refuse(problem, mapping.source.valueSpan(at))
  }
  const { name, inner } = callbackScope(nodes.hint, scope)
  const current: Value = {
    expression: build.reference(name),
    shape: list.items,
    hint: nodes.hint ?? "items",
  }
  return made(planItem(mapping, section, { ...inner, current }), (object) => {
    // What is made where the list is read stays as it is.
    if (object === current.expression) return nodes.expression
    const isOptional = isNullish(nodes.shape)
    const items = build.method(nodes.expression, "map", [build.lambda(name, object)], isOptional)
    return isOptional ? build.coalesce(items, build.EMPTY_LIST) : items
  })
}

/** `{ items, total_count, page_info }` */
export function pageLiteral(items: Expression, totalCount: Expression, pageInfo: Expression) {
  return build.objectOf([
    ["items", items],
    ["total_count", totalCount],
    ["page_info", pageInfo],
  ])
}
