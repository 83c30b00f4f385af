import type { JsonSchema } from "../../runtime/definition.js"
import { callbackScope, code, type Value } from "../path/index.js"
import { describe } from "../shape/describe.js"
import { isNullish, present, type Shape } from "../shape/shape.js"
import type { Mapping } from "./mapping.js"

import { type BareScope, planObject, type ResultSection } from "./object.js"

/** `{ items, total_count, page_info }` of a connection. */
export function planPage(
  mapping: Mapping,
  item: JsonSchema,
  section: ResultSection,
  scope: BareScope,
): ReturnType<typeof code.objectLiteral> | undefined {
  const path = [mapping.route, "pagination"]
  const at = (key: string) =>
    mapping.source.valueSpan([
      ...path,
      section.pagination !== undefined && key in section.pagination ? key : "connection",
    ])
  const total = section.pagination?.total_count ?? "totalCount"
  const connection = scope.current
  const lacking = lackingOfConnection(connection.shape, total)
  if (lacking.length > 0) {
    const message = `a connection needs ${lacking.join(" and ")}, which the document does not select`
    mapping.report("GHX1317", at("connection"), message)
    return undefined
  }
  const read = (expression: string, key: string) =>
    mapping.compile(expression, [...path, key], scope)
  const nodes = read(section.pagination?.items ?? "nodes[]", "items")
  const totalCount = read(total, "total_count")
  const hasNextPage = read("pageInfo.hasNextPage", "connection")
  const endCursor = read("pageInfo.endCursor", "connection")
  const list = present(nodes?.shape ?? { kind: "any" })
  if (list.kind !== "array" || isNullish(list.items)) {
    mapping.report(
      "GHX1317",
      at("items"),
      `\`items\` needs a list of nodes, found ${describe(list)}`,
    )
    return undefined
  }
  if (
    nodes === undefined ||
    totalCount === undefined ||
    hasNextPage === undefined ||
    endCursor === undefined
  ) {
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
  const allItems = isOptional ? code.coalesce(items, code.short("[]")) : items
  return code.objectLiteral([
    ["items: ", allItems.doc],
    ["total_count: ", totalCount.code.doc],
    [
      "page_info: ",
      code.objectLiteral([
        ["has_next_page: ", hasNextPage.code.doc],
        ["end_cursor: ", endCursor.code.doc],
      ]).doc,
    ],
  ])
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
