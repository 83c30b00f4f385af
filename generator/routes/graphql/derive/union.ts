import type { GraphQLSchema } from "graphql"
import { type Diagnostic, didYouMean } from "../../../diagnostics/index.js"
import {
  type Change,
  checkUnion,
  type Derived,
  DISCRIMINATOR,
  type Fields,
  fieldsOf,
  memberOfUnion,
  memberSchema,
  membersOfUnion,
  namesOf,
  type RuleContext,
  shapeOfField,
  type UnionProblem,
  unionOfField,
} from "../../../expand/index.js"
import { compose, Path, type PathNode } from "../../../jmespath/index.js"
import { aboutMapping, aboutShape } from "../../../messages/index.js"
import {
  atKey,
  type CardPath,
  type DocumentSource,
  type PlainShape,
  ROUTES,
  type WrittenCard,
} from "../../../parse/index.js"
import { fieldsAt, responseKey, selectedIn, walk } from "../../../shape/index.js"
import { camelCase } from "../../../text/index.js"

const { composed, dotted, field, flattened, orEmpty, piped } = compose

/**
 * Derives a result, or list items, of several types: a closed object for each type, and one expression that
 * maps a node by its type. A node of an unlisted type is dropped from a list, and otherwise not found.
 */
export function deriveUnion(
  card: WrittenCard,
  union: Readonly<Record<string, PlainShape>>,
  context: RuleContext,
): Derived {
  const key = card.list ? "list" : "output"
  const from: CardPath = [key, "union"]
  const members = Object.entries(union).map(([type, one]) => {
    return { type, fields: fieldsOf(one, [...from, type], context) }
  })
  const nodes = nodesIn(card, context)
  if (nodes === undefined) return { changes: [], isPartial: true }
  const own = card.graphql?.output ?? {}
  const problems = [
    ...members.flatMap(({ fields }) => fields.problems),
    ...checkForm(card, key, members, context),
    ...nodes.problems,
  ]
  if (problems.length > 0 || members.some(({ fields }) => fields.isPartial))
    return { changes: [], problems, isPartial: true }
  const member = memberOfUnion(
    members.map(({ type, fields }) => ({
      type,
      base: baseOf(fields),
      sources: fields.fields.map(({ name, from }) => {
        const source = sourceOf(name, fields, own)
        const path = source ?? Path.derived(nodes.keys.includes(name) ? name : camelCase(name))
        const isOwn = source !== undefined && source === own[name]
        const at = ["graphql", "output", name]
        return [
          name,
          path.from((written) =>
            isOwn && written
              ? context.source.partSpan(at, written.text, written.at)
              : context.source.valueSpan(isOwn ? at : from),
          ),
        ]
      }),
    })),
  )
  const schemas = members.map(({ type, fields }) => {
    const properties = Object.fromEntries(fields.fields.map(({ name, schema }) => [name, schema]))
    const { title, extends: base = title } = namesOf(fields)
    return memberSchema(type, properties, base)
  })
  const at = ["output_schema", "oneOf"]
  return {
    changes: [
      { at: ["output_schema"], value: { oneOf: schemas }, from },
      ...members.flatMap(({ type, fields }, index): Change[] => [
        { at: [...at, index], value: schemas[index], from: [...from, type] },
        ...fields.fields.map(({ name, from }) => {
          const place = [...at, index, "properties", name]
          return { at: place, value: schemas[index]?.properties?.[name], from }
        }),
      ]),
      card.list
        ? {
            at: ["graphql", "pagination", "items"],
            value: membersOfUnion(member, orEmpty(nodes.path)),
            from,
          }
        : {
            at: ["graphql", "result"],
            value: composed(member, (root) => piped(nodes.path, root)),
            from,
          },
      ...(card.graphql?.output ? [{ at: ["graphql", "output"], from }] : []),
      { at: [key], from: [key] },
    ],
  }
}

/** The shape that a member equals or includes. */
function baseOf(fields: Fields) {
  return Object.keys(namesOf(fields)).length > 0 ? fields.base?.origin : undefined
}

/** The card's source of a field, for members with a field of their own; else the shape's. */
function sourceOf(
  name: string,
  { base }: Fields,
  own: Readonly<Record<string, Path>>,
): Path | undefined {
  const ofShape = base?.sources.graphql.get(name)?.path.withOrigins(() => undefined)
  return ofShape ?? (Object.hasOwn(own, name) ? own[name] : undefined)
}

interface Nodes {
  readonly path: PathNode
  /** The selected names of the fields. */
  readonly keys: readonly string[]
  readonly problems: readonly Diagnostic[]
}

/** The path of the result's object, or of a list's nodes. */
function nodesIn(
  { graphql, list, output }: WrittenCard,
  { documents, source }: RuleContext,
): Nodes | undefined {
  const document = documents.sound(graphql?.documentPath)
  if (document === undefined) return undefined
  const schema = documents.schema()
  const walked = walk(document, schema).path
  const types = Object.keys((list ?? output)?.union ?? {})
  if (list === undefined) {
    const keys = keysAt(document, walked, schema)
    const missing = keys.includes("__typename") ? [] : [{ problem: aboutShape.typeNameMissing() }]
    const problems = [...missing, ...checkUnion(types, document, walked, schema)]
    const path = walked.map(field).reduce(dotted)
    return { path, keys, problems: reported(problems, "output", source) }
  }
  const connection = graphql?.pagination?.connection?.split(".") ?? walked
  const isOfEdges = fieldsAt(document, [...connection, "nodes"], schema) === undefined
  const names = [...connection, ...(isOfEdges ? ["edges", "node"] : ["nodes"])]
  return {
    path: isOfEdges ? dotted(flattened(field("edges")), field("node")) : flattened(field("nodes")),
    keys: keysAt(document, names, schema),
    problems: reported(checkUnion(types, document, names, schema), "list", source),
  }
}

function keysAt(
  document: DocumentSource,
  names: readonly string[],
  schema: GraphQLSchema,
): readonly string[] {
  return (fieldsAt(document, names, schema)?.selected ?? []).flatMap(({ field }) =>
    field.selectionSet
      ? selectedIn(field.selectionSet, document.fragments).map((one) => responseKey(one.field))
      : [],
  )
}

function reported(
  problems: readonly UnionProblem[],
  key: "list" | "output",
  source: RuleContext["source"],
): Diagnostic[] {
  return problems.map(({ type, problem }) => {
    const place = [key, "union", ...(type === undefined ? [] : [type])]
    return atKey(source, place, problem)
  })
}

function checkForm(
  card: WrittenCard,
  key: "list" | "output",
  members: readonly { readonly type: string; readonly fields: Fields }[],
  { source }: RuleContext,
): Diagnostic[] {
  const beside = (["shape", "pick", "fields"] as const).filter((one) => card[key]?.[one])
  const routes = ROUTES.filter((route) => route !== "graphql" && card[route] !== undefined)
  const reserved = members.filter(({ fields }) =>
    fields.fields.some(({ name }) => name === DISCRIMINATOR),
  )
  const nested = members.flatMap(({ fields }) =>
    fields.fields.filter(({ schema, isOfBase }) => !isOfBase && isNested(schema)),
  )
  const known = members.flatMap(({ fields }) =>
    fields.fields.flatMap(({ name }) => (fields.base?.sources.graphql.has(name) ? [] : [name])),
  )
  const unknown = Object.keys(card.graphql?.output ?? {}).filter((name) => !known.includes(name))
  return [
    ...beside.map((one) => atKey(source, [key, one], aboutShape.unionNotCombinable(one))),
    ...routes.map((route) => atKey(source, [route], aboutShape.unionOver(route))),
    ...reserved.map(({ type }) =>
      atKey(source, [key, "union", type], aboutShape.typeOfMember(type)),
    ),
    ...nested.map(({ name, from }) => atKey(source, from, aboutShape.shapeInMember(name))),
    ...unknown.map((name) => {
      const problem = aboutMapping.noOutput(name, didYouMean(name, known))
      return atKey(source, ["graphql", "output", name], problem)
    }),
  ]
}

/** The field, or its items, are of a shape or a union themselves. */
function isNested(schema: Fields["fields"][number]["schema"]): boolean {
  return (shapeOfField(schema) ?? unionOfField(schema)) !== undefined
}
