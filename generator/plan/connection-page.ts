import type { JsonSchema } from "../../runtime/definition.js"
import type { GraphqlSection } from "../parse/index.js"
import { code } from "../path/index.js"
import type { Shape } from "../shape/index.js"
import type { Mapping } from "./mapping.js"
import type { BareScope } from "./object.js"
import { pageLiteral, planItems } from "./page.js"

/** A page of a GraphQL connection, which counts its nodes and has the cursor of the next page. */
export function planConnectionPage(
  mapping: Mapping,
  item: JsonSchema,
  section: Pick<GraphqlSection, "output" | "pagination">,
  scope: BareScope,
): ReturnType<typeof code.objectLiteral> | undefined {
  const path = ["graphql", "pagination"]
  const { pagination } = section
  const total = pagination?.total_count ?? "totalCount"
  const lacking = lackingOfConnection(scope.current.shape, total)
  if (lacking.length > 0) {
    const message = `a connection needs ${lacking.join(" and ")}, which the document does not select`
    mapping.report("GHX1317", mapping.source.valueSpan([...path, "connection"]), message)
    return undefined
  }
  const read = (expression: string, key: string) =>
    mapping.compile(expression, [...path, key], scope)
  const nodes = read(pagination?.items ?? "nodes[]", "items")
  const totalCount = read(total, "total_count")
  const hasNextPage = read("pageInfo.hasNextPage", "connection")
  const endCursor = read("pageInfo.endCursor", "connection")
  if (!nodes || !totalCount || !hasNextPage || !endCursor) return undefined
  const at = [...path, pagination?.items === undefined ? "connection" : "items"]
  const items = planItems(mapping, item, section, scope, nodes, at)
  const pageInfo = code.objectLiteral([
    ["has_next_page: ", hasNextPage.code.doc],
    ["end_cursor: ", endCursor.code.doc],
  ])
  return items && pageLiteral(items, totalCount.code, pageInfo)
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
