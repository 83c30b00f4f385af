import { type Diagnostic, diagnostic, didYouMean } from "../../../diagnostics/index.js"
import {
  type Change,
  type Context,
  checkUnion,
  type Derived,
  type Fields,
  fieldsOf,
  memberOfUnion,
  memberSchema,
  membersOfUnion,
  namesOf,
  shapeOfField,
  TELLING,
  unionOfField,
  walk,
} from "../../../expand/index.js"
import { compose, Path, type PathNode } from "../../../jmespath/index.js"
import { aboutMapping, aboutShape } from "../../../messages/index.js"
import { type CardPath, type PlainShape, ROUTES, type WrittenCard } from "../../../parse/index.js"
import { fieldsAt, selectedIn } from "../../../shape/index.js"
import { camelCase } from "../../../text/index.js"

const { dotted, field, flattened, orEmpty } = compose

const AT: CardPath = ["list", "union"]

/**
 * Derives list items of several types: a closed object for each type, and one expression that maps a node
 * by its type. Nodes of unlisted types are dropped.
 */
export function deriveUnion(
  card: WrittenCard,
  union: Readonly<Record<string, PlainShape>>,
  context: Context,
): Derived {
  const members = Object.entries(union).map(([type, one]) => {
    return { type, fields: fieldsOf(one, [...AT, type], context) }
  })
  const nodes = nodesIn(card, context)
  if (nodes === undefined) return { changes: [], isPartial: true }
  const own = card.graphql?.output ?? {}
  const problems = [
    ...members.flatMap(({ fields }) => fields.problems),
    ...checkForm(card, members, context),
    ...nodes.problems,
  ]
  if (problems.length > 0 || members.some(({ fields }) => fields.isPartial))
    return { changes: [], problems, isPartial: true }
  const member = memberOfUnion(
    members.map(({ type, fields }) => ({
      type,
      base: baseOf(fields),
      sources: fields.fields.map(({ name, from }) => {
        const said = sourceOf(name, fields, own)
        const path = said ?? Path.derived(nodes.keys.includes(name) ? name : camelCase(name))
        const isOwn = said !== undefined && said === own[name]
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
      { at: ["output_schema"], value: { oneOf: schemas }, from: AT },
      ...members.flatMap(({ type, fields }, index): Change[] => [
        { at: [...at, index], value: schemas[index], from: [...AT, type] },
        ...fields.fields.map(({ name, from }) => {
          const place = [...at, index, "properties", name]
          return { at: place, value: schemas[index]?.properties?.[name], from }
        }),
      ]),
      {
        at: ["graphql", "pagination", "items"],
        value: membersOfUnion(member, orEmpty(nodes.path)),
        from: AT,
      },
      ...(card.graphql?.output ? [{ at: ["graphql", "output"], from: AT }] : []),
      { at: ["list"], from: ["list"] },
    ],
  }
}

/** The shape that a member is, or whose fields it has among others. */
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

/** The path of the nodes, and their selected names. */
function nodesIn(
  { graphql, list }: WrittenCard,
  { documents, source }: Context,
): { path: PathNode; keys: string[]; problems: Diagnostic[] } | undefined {
  const path = graphql?.documentPath
  const document = path === undefined ? undefined : documents.get(path)
  if (document?.source === undefined || !document.isSound) return undefined
  const schema = documents.schema()
  const walked = walk(document.source, schema).path
  const connection = graphql?.pagination?.connection?.split(".") ?? walked
  const at = (names: readonly string[]) => [...connection, ...names]
  const isOfEdges = fieldsAt(document.source, at(["nodes"]), schema) === undefined
  const names = isOfEdges ? ["edges", "node"] : ["nodes"]
  const nodes = fieldsAt(document.source, at(names), schema)
  const types = Object.keys(list?.union ?? {})
  const { fragments } = document.source
  return {
    path: isOfEdges ? dotted(flattened(field("edges")), field("node")) : flattened(field("nodes")),
    keys: (nodes?.selected ?? []).flatMap(({ field }) =>
      field.selectionSet
        ? selectedIn(field.selectionSet, fragments).map(
            (one) => (one.field.alias ?? one.field.name).value,
          )
        : [],
    ),
    problems: checkUnion(types, document.source, at(names), schema).map(({ type, problem }) => {
      const place = type === undefined ? AT : [...AT, type]
      return diagnostic(problem, source.file, source.keySpan(place))
    }),
  }
}

function checkForm(
  card: WrittenCard,
  members: readonly { readonly type: string; readonly fields: Fields }[],
  { source }: Context,
): Diagnostic[] {
  const report = (problem: Parameters<typeof diagnostic>[0], at: CardPath) =>
    diagnostic(problem, source.file, source.keySpan(at))
  const beside = (["shape", "pick", "fields"] as const).filter((key) => card.list?.[key])
  const routes = ROUTES.filter((route) => route !== "graphql" && card[route] !== undefined)
  const told = members.filter(({ fields }) => fields.fields.some(({ name }) => name === TELLING))
  const nested = members.flatMap(({ fields }) =>
    fields.fields.filter(({ schema, isOfBase }) => !isOfBase && isNested(schema)),
  )
  const known = members.flatMap(({ fields }) =>
    fields.fields.flatMap(({ name }) => (fields.base?.sources.graphql.has(name) ? [] : [name])),
  )
  const unknown = Object.keys(card.graphql?.output ?? {}).filter((name) => !known.includes(name))
  return [
    ...beside.map((key) => report(aboutShape.unionAlone(key), ["list", key])),
    ...routes.map((route) => report(aboutShape.unionOver(route), [route])),
    ...told.map(({ type }) => report(aboutShape.typeOfMember(type), [...AT, type])),
    ...nested.map(({ name, from }) => report(aboutShape.shapeInMember(name), from)),
    ...unknown.map((name) =>
      report(aboutMapping.noOutput(name, didYouMean(name, known)), ["graphql", "output", name]),
    ),
  ]
}

/** The field, or its items, are of a shape or a union themselves. */
function isNested(schema: Fields["fields"][number]["schema"]): boolean {
  return (shapeOfField(schema) ?? unionOfField(schema)) !== undefined
}
