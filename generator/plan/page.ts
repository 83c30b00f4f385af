import { aboutList } from "../messages/index.js"
import type { CardPath } from "../parse/index.js"
import { build, callbackScope, type Expression, type Value } from "../path/index.js"
import { describe, isNullish, present } from "../shape/index.js"
import type { BareScope, Mapping } from "./mapping.js"
import type { Open } from "./output.js"
import { mapPlan, type Planned, planned } from "./planned.js"

/** The items of a page, with an object made from each. */
export function planItems(
  mapping: Mapping,
  scope: BareScope,
  read: Planned<Value>,
  at: CardPath,
): Open<Expression> {
  if (!read.ok) return refusedItems(read)
  const nodes = read.plan
  const list = present(nodes.shape)
  if (list.kind !== "array" || isNullish(list.items)) {
    const problem = aboutList.noNodes(describe(list), list.kind === "array")
    return refusedItems(mapping.refuse(problem, mapping.source.valueSpan(at)))
  }
  const { name, inner } = callbackScope(nodes.hint, scope)
  const current: Value = {
    expression: build.reference(name),
    shape: list.items,
    hint: nodes.hint ?? "items",
  }
  return {
    scope: planned({ ...inner, current }),
    close: (object) =>
      mapPlan(object, (one) => {
        // Objects that were made while reading the list stay unchanged.
        if (one === current.expression) return nodes.expression
        const isOptional = isNullish(nodes.shape)
        const items = build.method(nodes.expression, "map", [build.lambda(name, one)], isOptional)
        return isOptional ? build.coalesce(items, build.EMPTY_LIST) : items
      }),
  }
}

/** The plan if the items cannot be planned. */
export function refusedItems(refusal: Planned<never>): Open<Expression> {
  return { scope: refusal, close: () => refusal }
}

/** `{ items, total_count, page_info }` */
export function pageLiteral(items: Expression, totalCount: Expression, pageInfo: Expression) {
  return build.objectOf([
    ["items", items],
    ["total_count", totalCount],
    ["page_info", pageInfo],
  ])
}
