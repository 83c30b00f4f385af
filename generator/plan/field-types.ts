import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import type { Diagnostic, Problem } from "../diagnostics/index.js"
import {
  type Change,
  checkTypes,
  DISCRIMINATOR,
  type FullShape,
  inContractOrder,
  type Keywords,
  keywordsIn,
  memberOfUnion,
  memberSchema,
  membersOfUnion,
  mergeKeywords,
  orNull,
  type ShapeBook,
  shapeOfField,
  unionOfField,
} from "../expand/index.js"
import { compose, Path, type PathNode } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import { atKey, atValue, type CardSource, ROUTES } from "../parse/index.js"
import { normalize } from "../path/index.js"
import {
  alternatives,
  describe,
  isNullish,
  present,
  type Shape,
  toJsonSchema,
} from "../shape/index.js"
import { camelCase } from "../text/index.js"
import type { BareScope, Mapping } from "./mapping.js"
import { sourceOf, sourcePath } from "./object.js"
import { all, mapPlan, type Planned } from "./planned.js"

const { composed, dotted, flattened, hash, orEmpty, piped } = compose

/** The source of a field over a route: the expression and its shape. */
interface Source {
  readonly path: Path
  readonly shape: Shape
}

export type Sources = Map<string, Map<RouteType, Source>>

interface Typing {
  readonly source: CardSource
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly outputs: Readonly<Partial<Record<RouteType, Readonly<Record<string, Path>>>>>
  readonly sources: Sources
  readonly shapes: ShapeBook
}

export function noteSources(
  names: readonly string[],
  sources: Sources,
  mapping: Mapping,
  output: Readonly<Record<string, Path>>,
  scope: BareScope,
): Planned<unknown> {
  return all(
    names.map((name) => {
      const path = sourcePath(name, output, scope)
      return mapPlan(sourceOf(mapping, name, output, scope), (value) => {
        const { shape } = normalize(value, scope)
        const known = sources.get(name) ?? new Map<RouteType, Source>()
        if (path !== undefined) sources.set(name, known.set(mapping.route, { path, shape }))
      })
    }),
  )
}

export function isTyped(schema: JsonSchema): boolean {
  return ["type", "enum", "anyOf", "oneOf", "const"].some((key) => Object.hasOwn(schema, key))
}

/**
 * Infers the types of fields without one, and the sources that routes imply for them. Also returns the fields whose
 * type cannot be inferred.
 */
export function typeFields(typing: Typing): {
  changes: Change[]
  problems: Diagnostic[]
  untyped: string[]
  /** Set if a field has a shape with errors. */
  isPartial: boolean
} {
  const changes: Change[] = []
  const problems: Diagnostic[] = []
  const untyped: string[] = []
  let isPartial = false
  for (const [name, schema] of Object.entries(typing.properties)) {
    if (isTyped(schema)) continue
    const typed = typeOf(name, typing)
    isPartial ||= typed === undefined
    if (typed === undefined) continue
    changes.push(...typed.changes)
    problems.push(...typed.problems)
    if (typed.changes.length === 0) untyped.push(name)
  }
  return { changes, problems, untyped, isPartial }
}

interface Typed {
  readonly changes: readonly Change[]
  readonly problems: readonly Diagnostic[]
}

const NO_TYPE: Typed = { changes: [], problems: [] }

/** The type of one field; undefined if a shape in it has errors, which are reported in its own file. */
function typeOf(name: string, typing: Typing): Typed | undefined {
  const keywords = keywordsIn(typing.properties[name])
  const union = unionOfField(keywords)
  const nested = union ? undefined : shapeOfField(keywords)
  const names = [...(union?.members ?? []), ...(nested ? [nested] : [])].map(({ shape }) => shape)
  const shapes = names.flatMap((shape) => typing.shapes.get(shape) ?? [])
  const [only] = shapes
  if (shapes.length < names.length) return undefined
  if (union) {
    const types = union.members.map(({ type }) => type)
    return unionField(name, types, shapes, union.isList, typing)
  }
  return nested && only ? nestedField(name, only, nested.isList, typing) : ownField(name, typing)
}

function ownField(name: string, typing: Typing): Typed {
  const { nullable, ...keywords } = keywordsIn(typing.properties[name])
  const first = firstSource(name, typing)
  const isEmptied = first !== undefined && isList(first) && nullable !== true
  const schema = first && toJsonSchema(isEmptied ? present(first.shape) : first.shape)
  if (schema === undefined) return NO_TYPE
  const changed = isEmptied
    ? outputs(name, typing, (one) =>
        isNullish(one.shape) ? composed(one.path, orEmpty) : undefined,
      )
    : []
  return {
    changes: [
      schemaChange(name, mergeKeywords(keywordsIn(nullable ? orNull(schema) : schema), keywords)),
      ...changed,
    ],
    problems: [],
  }
}

/** A field whose source, or each item of it, is an object with a shape. */
function nestedField(name: string, shape: FullShape, isListOfIt: boolean, typing: Typing): Typed {
  const { nullable, shape: _, items: __, ...keywords } = keywordsIn(typing.properties[name])
  const first = firstSource(name, typing)
  if (first === undefined) return NO_TYPE
  const mismatch = listMismatch(name, shape.name, first, isListOfIt)
  if (mismatch) return refused(name, [mismatch], typing)
  const problems = [...(typing.sources.get(name)?.keys() ?? [])].flatMap((route) =>
    unserved(shape, route).map((field) => {
      const problem = aboutShape.notServed(route, `${name}.${field}`, shape.noteOf(field, route))
      return atKey(typing.source, ["output_schema", "properties", name], problem)
    }),
  )
  const schema = schemaOf(shape.schema, isListOfIt, nullable === true, isNullish(first.shape))
  const sources = outputs(name, typing, (one, route) => {
    const selected = selectionOf(shape, route)
    const mayBeEmpty = isNullish(one.shape) && nullable !== true
    const items = (root: PathNode) => itemsOf(root, one.shape, selected.root)
    const made = (root: PathNode) => {
      if (!isListOfIt) return dotted(root, selected.root)
      return mayBeEmpty ? orEmpty(items(root)) : items(root)
    }
    return composed(one.path, made, selected.path)
  })
  return { changes: [schemaChange(name, { ...schema, ...keywords }), ...sources], problems }
}

/** A field whose source, or each item of it, has one of several types, each with its own shape. */
function unionField(
  name: string,
  types: readonly string[],
  shapes: readonly FullShape[],
  isListOfIt: boolean,
  typing: Typing,
): Typed {
  const { nullable, union: _, items: __, ...keywords } = keywordsIn(typing.properties[name])
  const first = firstSource(name, typing)
  if (first === undefined) return NO_TYPE
  const others = [...(typing.sources.get(name)?.keys() ?? [])].filter((one) => one !== "graphql")
  if (others.length > 0) return refused(name, others.map(aboutShape.unionOver), typing)
  const mismatch = listMismatch(name, types.join(" or "), first, isListOfIt)
  if (mismatch) return refused(name, [mismatch], typing)
  const wrong = checkTypes(types, ...typeNamesIn(first.shape)).map(({ problem }) => problem)
  const reserved = shapes.flatMap((shape, index) =>
    Object.hasOwn(shape.schema.properties ?? {}, DISCRIMINATOR)
      ? [aboutShape.typeOfMember(types[index] ?? shape.name)]
      : [],
  )
  if (wrong.length + reserved.length > 0) return refused(name, [...wrong, ...reserved], typing)
  const member = memberOfUnion(
    shapes.map(({ sources, origin }, index) => ({
      type: types[index] ?? "",
      base: origin,
      sources: [...sources.graphql].map(([name, { path }]) => {
        return [name, path.withOrigins(() => undefined)]
      }),
    })),
  )
  const members = shapes.map(({ schema }, index) =>
    memberSchema(types[index] ?? "", schema.properties ?? {}, schema.title),
  )
  const mayBeNull = isNullish(first.shape)
  const one = isListOfIt ? { oneOf: members } : orNull({ oneOf: members })
  const schema = schemaOf(one, isListOfIt, nullable === true, mayBeNull)
  const sources = outputs(name, typing, ({ path }) => {
    if (!isListOfIt) return composed(path, (root) => piped(root, member.root ?? root), member)
    return composed(path, (root) => {
      const all = membersOfUnion(member, mayBeNull ? orEmpty(root) : root).root ?? root
      if (nullable !== true || !mayBeNull) return all
      return { type: "AndExpression", left: root, right: all }
    })
  })
  return { changes: [schemaChange(name, { ...schema, ...keywords }), ...sources], problems: [] }
}

function refused(name: string, problems: readonly Problem[], { source }: Typing): Typed {
  return {
    changes: [],
    problems: problems.map((one) => atValue(source, ["output_schema", "properties", name], one)),
  }
}

function listMismatch(
  name: string,
  shape: string,
  first: Source,
  isListOfIt: boolean,
): Problem | undefined {
  if (isList(first) === isListOfIt) return undefined
  return aboutShape.listOrOne(name, shape, describe(first.shape), isList(first))
}

/** The schema of a value or a list. A list that GitHub may omit is empty, unless the card has `nullable: true`. */
function schemaOf(
  one: JsonSchema,
  isListOfIt: boolean,
  isNullable: boolean,
  mayBeNull: boolean,
): JsonSchema {
  if (!isListOfIt) return mayBeNull || isNullable ? orNull(one) : one
  const list: JsonSchema = { type: "array", items: one }
  return isNullable && mayBeNull ? orNull(list) : list
}

/** The names of the types that a value, or an item of it, may have, and whether each of them selects `__typename`. */
function typeNamesIn(shape: Shape): [possible: string[], isSelected: boolean] {
  const list = present(shape)
  const objects = alternatives(list.kind === "array" ? list.items : list).flatMap((one) =>
    one.kind === "object" ? [one] : [],
  )
  const names = objects.map(({ fields }) => fields.__typename?.shape)
  return [
    names.flatMap((name) => (name?.kind === "string" ? (name.values ?? []) : [])),
    names.every((name) => name !== undefined),
  ]
}

/** Null items are omitted, because a multi-select would turn them into objects. */
function itemsOf(root: PathNode, shape: Shape, selected: PathNode): PathNode {
  const list = present(shape)
  const isFlat = root.type === "Projection" && root.left.type === "Flatten"
  const flat = isFlat && root.right.type === "Identity" ? root : flattened(root)
  return list.kind === "array" && isNullish(list.items)
    ? piped(flat, dotted(flattened({ type: "Identity" }), selected))
    : dotted(flat, selected)
}

/** `{id: id, created_at: createdAt}`, with all members of the shape. */
function selectionOf(shape: FullShape, route: RouteType): { root: PathNode; path: Path } {
  const members = Object.keys(shape.schema.properties ?? {}).flatMap((name) => {
    const { path } = shape.sources[route].get(name) ?? {}
    if (path?.root === undefined) return []
    const note = () => shape.noteOf(name, route)
    return [{ name, root: path.root, path: path.withNote(note) }]
  })
  const root = hash(
    members.map(({ name, root }) => [name, root] as const),
    shape.origin,
  )
  return { root, path: Path.of(root, ...members.map(({ path }) => path)) }
}

function unserved({ schema, sources }: FullShape, route: RouteType): string[] {
  return Object.keys(schema.properties ?? {}).filter((name) => !sources[route].has(name))
}

/** The default source of a field: the field of its name in the route's spelling. */
export function byName(name: string, route: RouteType): Path {
  return Path.derived(route === "rest" ? name : camelCase(name))
}

function firstSource(name: string, { sources }: Typing): Source | undefined {
  const own = sources.get(name)
  return ROUTES.flatMap((route) => own?.get(route) ?? [])[0]
}

function isList({ shape }: Source): boolean {
  return present(shape).kind === "array"
}

function schemaChange(name: string, schema: Keywords): Change {
  const at = ["output_schema", "properties", name]
  return { at, value: inContractOrder(schema), from: at }
}

/** The implied sources of a field, by route. */
function outputs(
  name: string,
  typing: Typing,
  changed: (source: Source, route: RouteType) => Path | undefined,
): Change[] {
  return [...(typing.sources.get(name) ?? [])].flatMap(([route, source]): Change[] => {
    const value = changed(source, route)
    if (value === undefined) return []
    const at = [route, "output", name]
    const isWritten = Object.hasOwn(typing.outputs[route] ?? {}, name)
    const from = isWritten ? at : ["output_schema", "properties", name]
    return [{ at, value, from }]
  })
}
