import { type GraphQLSchema, getNullableType, isObjectType } from "graphql"
import { didYouMean, type Problem } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { DocumentSource, GraphqlSection } from "../../../parse/index.js"
import { build, type Expression } from "../../../path/index.js"
import {
  all,
  type BareScope,
  flatMap,
  type Mapping,
  mapPlan,
  nodesOf,
  type Open,
  pageLiteral,
  planItems,
  planned,
  refusedItems,
} from "../../../plan/index.js"
import {
  type Direction,
  describe,
  fieldsAt,
  INTEGER,
  mismatches,
  namesOf,
  present,
  type Shape,
  TOTAL,
} from "../../../shape/index.js"
import { snakeCase } from "../../../text/index.js"

/** Plans a page of a GraphQL connection: its nodes, total and next cursor. */
export function planConnectionPage(
  mapping: Mapping,
  { pagination }: Pick<GraphqlSection, "pagination">,
  scope: BareScope,
  { schema, direction }: { readonly schema: GraphQLSchema; readonly direction: Direction },
): Open<Expression> {
  const path = ["graphql", "pagination"]
  const total = pagination?.total_count ?? TOTAL
  const { shape } = scope.current
  const mismatch = mismatchOf(shape, pagination?.total_count, direction, schema)
  if (mismatch !== undefined) {
    const at = pagination?.total_count === undefined ? "connection" : "total_count"
    return refusedItems(mapping.refuse(mismatch, mapping.source.valueSpan([...path, at])))
  }
  const read = (expression: Path | string, key: string) => {
    const own = typeof expression === "string" ? Path.derived(expression) : expression
    return mapping.compile(own, [...path, key], scope)
  }
  const at = [...path, pagination?.items === undefined ? "connection" : "items"]
  const nodesPath = pagination?.items ?? nodesOf(shape)
  if (nodesPath === undefined) {
    const problem = aboutList.unnamedNodes(describe(shape))
    return refusedItems(mapping.refuse(problem, mapping.source.valueSpan(at)))
  }
  const items = planItems(mapping, scope, read(nodesPath, "items"), at)
  const counted = flatMap(read(total, "total_count"), (value) => {
    if (mismatches(value.shape, INTEGER).length === 0) return planned(value)
    const at = pagination?.total_count === undefined ? "connection" : "total_count"
    const problem = aboutList.countIsNoInteger(describe(value.shape))
    return mapping.refuse(problem, mapping.source.valueSpan([...path, at]))
  })
  const more = read(`pageInfo.${direction.more}`, "connection")
  const next = read(`pageInfo.${direction.next}`, "connection")
  return {
    scope: items.scope,
    advise: adviceOfEdges(nodesPath, shape),
    close: (object) =>
      mapPlan(
        all([items.close(object), counted, more, next]),
        ([items, totalCount, hasNextPage, endCursor]) =>
          pageLiteral(
            items,
            totalCount.expression,
            build.objectOf([
              ["has_next_page", hasNextPage.expression],
              ["end_cursor", endCursor.expression],
            ]),
          ),
      ),
  }
}

/** If the nodes of edges lack a field, the edges themselves may have it. */
function adviceOfEdges(items: Path | string, shape: Shape): Open<Expression>["advise"] {
  const edges = shape.kind === "object" ? shape.fields.edges?.shape : undefined
  const list = edges && present(edges)
  const edge = list?.kind === "array" ? present(list.items) : undefined
  if (items !== "edges[].node" || edge?.kind !== "object") return undefined
  const names = Object.keys(edge.fields)
  return (problem) => {
    const field = names.find((name) =>
      [name, snakeCase(name)].some((word) => problem.message.includes(`\`${word}\``)),
    )
    return field === undefined ? problem : { ...problem, help: aboutList.isOfEdge(field) }
  }
}

/** The reason why a value cannot be paged: the parts of a page that it lacks. */
function mismatchOf(
  shape: Shape,
  countName: string | undefined,
  { more, next }: Direction,
  schema: GraphQLSchema,
): Problem | undefined {
  const total = countName ?? TOTAL
  const fields = shape.kind === "object" ? shape.fields : {}
  const pageInfo = fields.pageInfo?.shape
  const inPageInfo = pageInfo?.kind === "object" ? Object.keys(pageInfo.fields) : []
  const isPaged = [more, next].every((name) => inPageInfo.includes(name))
  const isCounted = Object.hasOwn(fields, total)
  const type = shape.kind === "object" ? schema.getType(shape.name ?? "") : undefined
  if (isPaged && !isCounted && isObjectType(type)) {
    const counts = Object.values(type.getFields()).filter(
      ({ type }) => String(getNullableType(type)) === "Int",
    )
    const names = counts.map(({ name }) => name)
    const help = countName === undefined ? undefined : didYouMean(countName, names)
    return aboutList.noCount(describe(shape), total, help ?? names)
  }
  const lacking = [
    ...(isCounted ? [] : [`\`${total}\``]),
    ...(isPaged ? [] : [`\`pageInfo { ${more} ${next} }\``]),
  ]
  return lacking.length === 0 ? undefined : aboutList.notAConnection(describe(shape), lacking)
}

/** The path to a connection, split after the part that the caller's arguments select. */
interface ConnectionPath {
  /** The selected part: null here means that it does not exist. */
  readonly found: string | undefined
  /** The rest: null here means that it has none. */
  readonly rest: string
}

/**
 * Splits the path to a connection into the part that must exist and the part that may be missing, at the last field
 * with arguments. `repository(…).defaultBranchRef.target.history(…)` is not found without a repository, and empty
 * without a default branch. Undefined if the path is not a plain list of names.
 */
export function connectionPath(
  document: DocumentSource,
  schema: GraphQLSchema,
  connection: string,
): ConnectionPath | undefined {
  const names = namesOf(connection)
  if (names === undefined) return undefined
  const asked = names.findLastIndex((_, index) => {
    if (index === names.length - 1) return false
    const { selected = [] } = fieldsAt(document, names.slice(0, index + 1), schema) ?? {}
    return selected.some(({ field }) => (field.arguments ?? []).length > 0)
  })
  return {
    found: asked === -1 ? undefined : names.slice(0, asked + 1).join("."),
    rest: names.slice(asked + 1).join("."),
  }
}
