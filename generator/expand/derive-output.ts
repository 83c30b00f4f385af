import { isObjectType } from "graphql"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { Path } from "../jmespath/index.js"
import { aboutCard, aboutList, aboutShape } from "../messages/index.js"
import { type CardPath, ROUTES, type WrittenCard } from "../parse/index.js"
import { alternatives, fromOpenapi, present, type Shape } from "../shape/index.js"
import type { Change } from "./draft.js"
import { operationOf } from "./operation.js"
import { itemsOf } from "./page-items.js"
import { type Context, type Derived, NOTHING, together } from "./rule.js"
import { type Fields, fieldsOf, namesOf, sourcesOfBase, unservedOver } from "./shapes.js"
import { deriveUnion } from "./union-items.js"
import { walk } from "./walk.js"

/** The keys that say what a call gives: one of them does. */
const KEYS = ["output", "list", "output_schema"] as const

/**
 * What a call gives is an object with the fields that the card names. Their types are what the routes
 * provide, which is known once these can be planned.
 */
export function deriveOutput(card: WrittenCard, context: Context): Derived {
  const { source } = context
  const [key, other] = KEYS.filter((one) => card[one] !== undefined)
  if (key !== undefined && other !== undefined) {
    const problem = aboutCard.saidTwice(key, other)
    return { changes: [], problems: [diagnostic(problem, source.file, source.keySpan([other]))] }
  }
  const expression = key === undefined || key === "output_schema" ? undefined : card[key]
  if (key === undefined || expression === undefined) return NOTHING
  if (expression.union !== undefined)
    return key === "list"
      ? together([deriveUnion(card, expression.union, context), derivePages(card, context)])
      : refused(aboutShape.unionOfOutput(), [key, "union"], source)
  const fields = fieldsOf(expression, [key], context)
  if (fields.fields.length === 0 && fields.problems.length === 0 && !fields.isPartial) {
    const problem = aboutCard.missingKey(`\`${key}\``, "fields")
    return { changes: [], problems: [diagnostic(problem, source.file, source.keySpan([key]))] }
  }
  return together([
    ofShape(fields, key, card, context),
    ...(key === "list" ? [derivePages(card, context)] : []),
  ])
}

function ofShape(fields: Fields, key: string, card: WrittenCard, { source }: Context): Derived {
  const at = ["output_schema"]
  const names = fields.fields.map(({ name }) => name)
  const top = { ...namesOf(fields), type: "object", required: names, additionalProperties: false }
  const routes = ROUTES.flatMap((route) => {
    const section = card[route]
    return section === undefined ? [] : [[route, section.output ?? {}] as const]
  })
  const unserved = routes.flatMap(([route, output]) =>
    unservedOver(route, output, fields).map(({ name, from }) => {
      const problem = aboutShape.notServed(route, name, fields.base?.noteOf(name, route))
      return diagnostic(problem, source.file, source.valueSpan(from))
    }),
  )
  return {
    changes: [
      { at, value: { ...top, properties: {} }, from: [key] },
      ...fields.fields.map(({ name, schema, from, note }) => {
        return { at: [...at, "properties", name], value: schema, from, note }
      }),
      ...sourcesOfBase(fields, routes),
      { at: [key], from: [key] },
    ],
    problems: [...fields.problems, ...unserved],
    isPartial: fields.isPartial,
  }
}

/** A list is that of the connection at the end of the way down the document, or the only one in REST's answer. */
function derivePages({ graphql, rest, list }: WrittenCard, context: Context): Derived {
  const over = graphql ? ofConnection(graphql, list, context) : undefined
  return over ?? (rest ? ofAnswer(rest, context) : NOTHING)
}

function ofConnection(
  { documentPath, pagination }: NonNullable<WrittenCard["graphql"]>,
  { shape, union }: NonNullable<WrittenCard["list"]> = {},
  { documents, source }: Context,
): Derived {
  if (documentPath === undefined) return NOTHING
  const document = documents.get(documentPath)
  if (document.source === undefined || !document.isSound) return { changes: [], isPartial: true }
  const schema = documents.schema()
  const { path, type } = walk(document.source, schema)
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
  const at = ["graphql", "pagination"]
  if (pagination?.connection === undefined && !fields.includes("pageInfo"))
    return refused(aboutList.noConnection(path.join("."), documentPath), ["list"], source)
  const connection = pagination?.connection ?? path.join(".")
  const items = union ? "all" : itemsOf(document.source, connection.split("."), shape, schema)
  const changes: Change[] =
    pagination?.connection === undefined
      ? [{ at: [...at, "connection"], value: connection, from: ["list"] }]
      : []
  if (pagination?.items !== undefined || items === "all") return { changes }
  return {
    changes: [
      ...changes,
      { at: [...at, "items"], value: Path.derived(items.expression), from: ["list"] },
    ],
  }
}

function ofAnswer(
  { endpoints = [], pagination, result }: NonNullable<WrittenCard["rest"]>,
  context: Context,
): Derived {
  const paged =
    result === undefined ? endpoints.at(-1) : endpoints.find(({ as }) => as === result.text)
  const response = paged && operationOf(paged, context)?.response
  if (response === undefined) return { changes: [], isPartial: true }
  const answer = present(fromOpenapi(response, context.pins.rest().schemas, ""))
  const at = ["rest", "pagination"]
  const counts = answer.kind === "object" && Object.hasOwn(answer.fields, "total_count")
  const isSaid = pagination?.counted !== undefined || pagination?.total_count !== undefined
  const uncounted: Change[] =
    counts || isSaid ? [] : [{ at: [...at, "counted"], value: false, from: ["list"] }]
  if (pagination?.items !== undefined) return { changes: uncounted }
  const lists = answer.kind === "array" ? ["@"] : listsIn(answer)
  const [only, ...others] = lists
  if (only === undefined || others.length > 0)
    return refused(aboutList.noOneList(lists), ["list"], context.source)
  return {
    changes: [{ at: [...at, "items"], value: Path.derived(only), from: ["list"] }, ...uncounted],
  }
}

/** Properties of an answer that hold a list. */
function listsIn(object: Shape): string[] {
  if (object.kind !== "object") return []
  return Object.entries(object.fields).flatMap(([name, { shape }]) =>
    alternatives(shape).some(({ kind }) => kind === "array") ? [name] : [],
  )
}

function refused(
  problem: Parameters<typeof diagnostic>[0],
  at: CardPath,
  source: Context["source"],
): Derived {
  const problems: Diagnostic[] = [diagnostic(problem, source.file, source.keySpan(at))]
  return { changes: [], problems }
}
