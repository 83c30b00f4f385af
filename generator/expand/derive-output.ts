import { isObjectType } from "graphql"
import { checkSchemaPart } from "../check/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard, aboutList } from "../messages/index.js"
import type { CardPath, WrittenCard } from "../parse/index.js"
import { alternatives, fromOpenapi, present, type Shape } from "../shape/index.js"
import type { Change } from "./draft.js"
import { keywordsIn } from "./keywords.js"
import { operationOf } from "./operation.js"
import { type Context, type Derived, NOTHING, together } from "./rule.js"
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
  if (key === undefined || key === "output_schema") return NOTHING
  const fields = card[key]?.fields ?? {}
  return together([
    { changes: schemaOf(fields, key), problems: checkFields(fields, key, context) },
    ...(key === "list" ? [derivePages(card, context)] : []),
  ])
}

function schemaOf(fields: Readonly<Record<string, unknown>>, key: "output" | "list"): Change[] {
  const at = ["output_schema"]
  const from = [key]
  const names = Object.keys(fields)
  const top = { type: "object", required: names, additionalProperties: false, properties: {} }
  return [
    { at, value: top, from },
    ...names.map((name) => ({
      at: [...at, "properties", name],
      value: fields[name],
      from: [key, "fields", name],
    })),
    { at: from, from },
  ]
}

/** What is said of fields is said in keywords of contracts, and one of ours. */
function checkFields(
  fields: Readonly<Record<string, unknown>>,
  key: "output" | "list",
  { source }: Context,
): Diagnostic[] {
  return Object.entries(fields).flatMap(([name, said]) => {
    const { nullable: _, ...keywords } = keywordsIn(said)
    return checkSchemaPart(source, keywords, [key, "fields", name])
  })
}

/** A list is that of the connection at the end of the way down the document, or the only one in REST's answer. */
function derivePages({ graphql, rest }: WrittenCard, context: Context): Derived {
  const over = graphql ? ofConnection(graphql, context) : undefined
  return over ?? (rest ? ofAnswer(rest, context) : NOTHING)
}

function ofConnection(
  { documentPath, pagination }: NonNullable<WrittenCard["graphql"]>,
  { documents, source }: Context,
): Derived {
  if (documentPath === undefined || pagination?.connection !== undefined) return NOTHING
  const document = documents.get(documentPath)
  if (document.source === undefined || !document.isSound) return { changes: [], isPartial: true }
  const { path, type } = walk(document.source, documents.schema())
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
  if (fields.includes("pageInfo")) {
    const at = ["graphql", "pagination", "connection"]
    return { changes: [{ at, value: path.join("."), from: ["list"] }] }
  }
  return refused(aboutList.noConnection(path.join("."), documentPath), ["list"], source)
}

function ofAnswer(
  { endpoints = [], pagination, result }: NonNullable<WrittenCard["rest"]>,
  context: Context,
): Derived {
  if (pagination?.items !== undefined) return NOTHING
  const paged = result === undefined ? endpoints.at(-1) : endpoints.find(({ as }) => as === result)
  const response = paged && operationOf(paged, context)?.response
  if (response === undefined) return { changes: [], isPartial: true }
  const lists = listsIn(fromOpenapi(response, context.pins.rest().schemas, ""))
  const [only, ...others] = lists
  if (only === undefined || others.length > 0)
    return refused(aboutList.noOneList(lists), ["list"], context.source)
  const at = ["rest", "pagination", "items"]
  return { changes: [{ at, value: only, from: ["list"] }] }
}

/** Properties of an answer that hold a list. */
function listsIn(answer: Shape): string[] {
  const object = present(answer)
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
