import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { CardPath, RestOperation, RestSection } from "../../../parse/index.js"
import { build, type Expression } from "../../../path/index.js"
import {
  all,
  type BareScope,
  flatMap,
  type Mapping,
  mapPlan,
  type Open,
  type Planned,
  type PropertyPlan,
  pageLiteral,
  planItems,
  planned,
  refusedItems,
} from "../../../plan/index.js"
import { describe, INTEGER, mismatches } from "../../../shape/index.js"
import { cursorOf } from "../check/index.js"

const INCOMPLETE = "incomplete_results"
const TOTAL = "total_count"

export function pageParameters(
  mapping: Mapping,
  operation: RestOperation,
  at: CardPath,
  scope: BareScope,
): Planned<PropertyPlan[]> {
  const input = (name: string) => mapping.compile(Path.derived(name), at, scope)
  const cursor = cursorOf(operation)
  const page = cursor
    ? mapPlan(input("after"), (after) => ({ name: cursor, expression: after.expression }))
    : planned({ name: "page", expression: build.reference("page") })
  return mapPlan(all([input("first"), page]), ([first, page]) => [
    { name: "per_page", expression: first.expression },
    page,
  ])
}

/**
 * Plans a page of a REST answer. It counts the items unless the card does, and its `Link` header says whether there
 * are more.
 */
export function planRestPage(
  mapping: Mapping,
  { pagination }: Pick<RestSection, "pagination">,
  scope: BareScope,
): Open<Expression> {
  const { source } = mapping
  const path = ["rest", "pagination"]
  const { items: list = Path.derived("@"), total_count, counted = true } = pagination ?? {}
  const { shape } = scope.current
  const fields = shape.kind === "object" ? shape.fields : {}
  const isToBeCounted = counted && shape.kind === "array"
  if (isToBeCounted || (shape.kind !== "object" && shape.kind !== "array")) {
    return refusedItems(mapping.refuse(aboutList.notCounted(describe(shape)), source.keySpan(path)))
  }
  if (!counted && Object.hasOwn(fields, TOTAL)) {
    const span = source.keySpan([...path, "counted"])
    return refusedItems(mapping.refuse(aboutList.countedAllTheSame(TOTAL), span))
  }
  const read = (expression: Path, key: string) => mapping.compile(expression, [...path, key], scope)
  const items = planItems(mapping, scope, read(list, "items"), [...path, "items"])
  const count = !counted
    ? planned(build.NULL_VALUE)
    : flatMap(read(total_count ?? Path.derived(TOTAL), "total_count"), (total) => {
        if (mismatches(total.shape, INTEGER).length === 0) return planned(total.expression)
        const span = source.valueSpan([...path, "total_count"])
        return mapping.refuse(aboutList.countIsNoInteger(describe(total.shape)), span)
      })
  // A search reports if it ran out of time, which is always taken into account.
  const incomplete = Object.hasOwn(fields, INCOMPLETE)
    ? mapPlan(read(Path.derived(INCOMPLETE), "items"), (value) => [value.expression])
    : planned([])
  return {
    scope: items.scope,
    close: (object) =>
      mapPlan(
        all([items.close(object), count, incomplete]),
        ([items, count, incompleteExpression]) =>
          pageLiteral(items, count, build.call("pageInfo", count, ...incompleteExpression)),
      ),
  }
}
