import { type GraphQLSchema, getNullableType, isObjectType } from "graphql"
import { didYouMean, type Problem } from "../../../diagnostics/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { GraphqlSection } from "../../../parse/index.js"
import { build, type Expression } from "../../../path/index.js"
import {
  andThen,
  type BareScope,
  both,
  type Mapping,
  made,
  nodesOf,
  type Planned,
  type PlanObject,
  pageLiteral,
  planItems,
  planned,
} from "../../../plan/index.js"
import {
  type Direction,
  describe,
  INTEGER,
  misfits,
  present,
  type Shape,
  TOTAL,
} from "../../../shape/index.js"
import { snakeCase } from "../../../text/index.js"

/** A page of a GraphQL connection, which counts its nodes and has the cursor of the next page. */
export function planConnectionPage(
  mapping: Mapping,
  planItem: PlanObject,
  section: Pick<GraphqlSection, "output" | "pagination">,
  scope: BareScope,
  { schema, direction }: { readonly schema: GraphQLSchema; readonly direction: Direction },
): Planned<Expression> {
  const path = ["graphql", "pagination"]
  const { pagination } = section
  const total = pagination?.total_count ?? TOTAL
  const { shape } = scope.current
  const misfit = misfitOf(shape, pagination?.total_count, direction, schema)
  if (misfit !== undefined) {
    const at = pagination?.total_count === undefined ? "connection" : "total_count"
    return mapping.refuse(misfit, mapping.source.valueSpan([...path, at]))
  }
  const read = (expression: Path | string, key: string) => {
    const own = typeof expression === "string" ? Path.derived(expression) : expression
    return mapping.compile(own, [...path, key], scope)
  }
  const at = [...path, pagination?.items === undefined ? "connection" : "items"]
  const said = pagination?.items ?? nodesOf(shape)
  if (said === undefined)
    return mapping.refuse(aboutList.unnamedNodes(describe(shape)), mapping.source.valueSpan(at))
  const items = andThen(read(said, "items"), (nodes) =>
    withHelpOfEdges(planItems(mapping, planItem, section, scope, nodes, at), said, shape),
  )
  const counted = andThen(read(total, "total_count"), (value) => {
    if (misfits(value.shape, INTEGER).length === 0) return planned(value)
    const at = pagination?.total_count === undefined ? "connection" : "total_count"
    const problem = aboutList.countIsNoInteger(describe(value.shape))
    return mapping.refuse(problem, mapping.source.valueSpan([...path, at]))
  })
  const pageInfo = both(
    read(`pageInfo.${direction.more}`, "connection"),
    read(`pageInfo.${direction.next}`, "connection"),
  )
  return made(
    both(both(items, counted), pageInfo),
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

/** What is looked for in the nodes of edges, and is a field of the edges themselves. */
function withHelpOfEdges<T>(plan: Planned<T>, items: Path | string, shape: Shape): Planned<T> {
  const edges = shape.kind === "object" ? shape.fields.edges?.shape : undefined
  const list = edges && present(edges)
  const edge = list?.kind === "array" ? present(list.items) : undefined
  if (items !== "edges[].node" || edge?.kind !== "object") return plan
  const names = Object.keys(edge.fields)
  const problems = plan.problems.map((one) => {
    const field = names.find((name) =>
      [name, snakeCase(name)].some((word) => one.message.includes(`\`${word}\``)),
    )
    return field === undefined ? one : { ...one, help: aboutList.isOfEdge(field) }
  })
  return { ...plan, problems }
}

/** Why pages cannot be made of a value: it lacks what the document could not be given. */
function misfitOf(
  shape: Shape,
  said: string | undefined,
  { more, next }: Direction,
  schema: GraphQLSchema,
): Problem | undefined {
  const total = said ?? TOTAL
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
    const help = said === undefined ? undefined : didYouMean(said, names)
    return aboutList.noCount(describe(shape), total, help ?? names)
  }
  const lacking = [
    ...(isCounted ? [] : [`\`${total}\``]),
    ...(isPaged ? [] : [`\`pageInfo { ${more} ${next} }\``]),
  ]
  return lacking.length === 0 ? undefined : aboutList.notAConnection(describe(shape), lacking)
}
