import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { CardPath, RestSection } from "../../../parse/index.js"
import { build, type Expression } from "../../../path/index.js"
import {
  andThen,
  type BareScope,
  both,
  type Mapping,
  made,
  type Planned,
  type PlanObject,
  type PropertyPlan,
  pageLiteral,
  planItems,
  planned,
} from "../../../plan/index.js"
import { describe, INTEGER, misfits } from "../../../shape/index.js"

const INCOMPLETE = "incomplete_results"
const TOTAL = "total_count"

/** What pagination adds to the query of the endpoint that is asked for page after page. */
export function pageParameters(
  mapping: Mapping,
  at: CardPath,
  scope: BareScope,
): Planned<PropertyPlan[]> {
  return made(mapping.compile(Path.derived("first"), at, scope), (first) => [
    { name: "per_page", expression: first.expression },
    { name: "page", expression: build.reference("page") },
  ])
}

/** A page of a REST answer: it counts the items unless the card says otherwise, and its `Link` header says whether there are more. */
export function planRestPage(
  mapping: Mapping,
  planItem: PlanObject,
  section: Pick<RestSection, "output" | "pagination">,
  scope: BareScope,
): Planned<Expression> {
  const { source } = mapping
  const path = ["rest", "pagination"]
  const { items: list = Path.derived("@"), total_count, counted = true } = section.pagination ?? {}
  const { shape } = scope.current
  const fields = shape.kind === "object" ? shape.fields : {}
  const isToBeCounted = counted && shape.kind === "array"
  if (isToBeCounted || (shape.kind !== "object" && shape.kind !== "array")) {
    return mapping.refuse(aboutList.notCounted(describe(shape)), source.keySpan(path))
  }
  if (!counted && Object.hasOwn(fields, TOTAL))
    return mapping.refuse(aboutList.countedAllTheSame(TOTAL), source.keySpan([...path, "counted"]))
  const read = (expression: Path, key: string) => mapping.compile(expression, [...path, key], scope)
  const items = andThen(read(list, "items"), (nodes) =>
    planItems(mapping, planItem, section, scope, nodes, [...path, "items"]),
  )
  const count = !counted
    ? planned(build.NULL_VALUE)
    : andThen(read(total_count ?? Path.derived(TOTAL), "total_count"), (total) => {
        if (misfits(total.shape, INTEGER).length === 0) return planned(total.expression)
        const span = source.valueSpan([...path, "total_count"])
        return mapping.refuse(aboutList.countIsNoInteger(describe(total.shape)), span)
      })
  // Searches say when they ran out of time: an answer that says so is always listened to.
  const incomplete = Object.hasOwn(fields, INCOMPLETE)
    ? made(read(Path.derived(INCOMPLETE), "items"), (value) => [value.expression])
    : planned([])
  return made(both(both(items, count), incomplete), ([[items, count], told]) => {
    return pageLiteral(items, count, build.call("pageInfo", count, ...told))
  })
}
