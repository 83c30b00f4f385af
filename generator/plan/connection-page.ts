import { aboutList } from "../messages/index.js"
import type { GraphqlSection } from "../parse/index.js"
import { build, type Expression } from "../path/index.js"
import type { Shape } from "../shape/index.js"
import type { BareScope, Mapping } from "./mapping.js"
import type { PlanObject } from "./object.js"
import { pageLiteral, planItems } from "./page.js"
import { andThen, both, made, type Planned } from "./planned.js"

/** A page of a GraphQL connection, which counts its nodes and has the cursor of the next page. */
export function planConnectionPage(
  mapping: Mapping,
  planItem: PlanObject,
  section: Pick<GraphqlSection, "output" | "pagination">,
  scope: BareScope,
): Planned<Expression> {
  const path = ["graphql", "pagination"]
  const { pagination } = section
  const total = pagination?.total_count ?? "totalCount"
  const lacking = lackingOfConnection(scope.current.shape, total)
  if (lacking.length > 0) {
    const span = mapping.source.valueSpan([...path, "connection"])
    return mapping.refuse(aboutList.notSelected(lacking), span)
  }
  const read = (expression: string, key: string) =>
    mapping.compile(expression, [...path, key], scope)
  const at = [...path, pagination?.items === undefined ? "connection" : "items"]
  const items = andThen(read(pagination?.items ?? "nodes[]", "items"), (nodes) =>
    planItems(mapping, planItem, section, scope, nodes, at),
  )
  const pageInfo = both(
    read("pageInfo.hasNextPage", "connection"),
    read("pageInfo.endCursor", "connection"),
  )
  return made(
    both(both(items, read(total, "total_count")), pageInfo),
    ([[items, totalCount], [hasNextPage, endCursor]]) =>
      pageLiteral(
        items,
        totalCount.expression,
        build.objectOf([
          ["has_next_page", hasNextPage.expression],
          ["end_cursor", endCursor.expression],
        ]),
      ),
  )
}

/** What a page is made of and the document does not select. */
function lackingOfConnection(shape: Shape, total: string): string[] {
  const fields = shape.kind === "object" ? shape.fields : {}
  const pageInfo = fields.pageInfo?.shape
  const inPageInfo = pageInfo?.kind === "object" ? Object.keys(pageInfo.fields) : []
  const isPaged = ["hasNextPage", "endCursor"].every((name) => inPageInfo.includes(name))
  return [
    ...(Object.hasOwn(fields, total) ? [] : [`\`${total}\``]),
    ...(isPaged ? [] : ["`pageInfo { hasNextPage endCursor }`"]),
  ]
}
