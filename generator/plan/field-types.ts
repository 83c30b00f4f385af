import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { type Diagnostic, diagnostic, type Problem } from "../diagnostics/index.js"
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
  type ShapeBook,
  shapeOfField,
  unionOfField,
} from "../expand/index.js"
import { compose, Path, type PathNode } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import { type CardSource, ROUTES } from "../parse/index.js"
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
export interface Source {
  readonly path: Path
  readonly shape: Shape
}

/** The sources of the fields of an output, by field and route. */
export type Sources = Map<string, Map<RouteType, Source>>

/** The context of type inference. */
export interface Typing {
  readonly source: CardSource
  readonly properties: Readonly<Record<string, JsonSchema>>
  /** The written outputs by route. */
  readonly outputs: Readonly<Partial<Record<RouteType, Readonly<Record<string, Path>>>>>
  readonly sources: Sources
  readonly shapes: ShapeBook
}

/** Records the sources of fields over a route. */
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

/** Whether a schema defines a type. */
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
    const union = unionOfField(keywordsIn(schema))
    if (union !== undefined) {
      const shapes = union.members.map(({ shape }) => typing.shapes.get(shape))
      const known = shapes.flatMap((shape) => shape ?? [])
      isPartial ||= known.length < shapes.length
      if (isPartial) continue
      const types = union.members.map(({ type }) => type)
      const typed = unionField(name, types, known, union.isList, typing)
      changes.push(...typed.changes)
      problems.push(...typed.problems)
      if (typed.changes.length === 0) untyped.push(name)
      continue
    }
    const nested = shapeOfField(keywordsIn(schema))
    const shape = nested && typing.shapes.get(nested.shape)
    // A shape with errors is reported in its own file.
    if (nested !== undefined && shape === undefined) {
      isPartial = true
      continue
    }
    const typed =
      nested && shape ? nestedField(name, shape, nested.isList, typing) : ownField(name, typing)
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
  const problems = [...(typing.sources.get(name)?.keys() ?? [])].flatMap((route) =>
    unserved(shape, route).map((field) => {
      const span = typing.source.keySpan(["output_schema", "properties", name])
      const problem = aboutShape.notServed(route, `${name}.${field}`, shape.noteOf(field, route))
      return diagnostic(problem, typing.source.file, span)
    }),
  )
  if (isList(first) !== isListOfIt) {
    const span = typing.source.valueSpan(["output_schema", "properties", name])
    const problem = aboutShape.listOrOne(name, shape.name, describe(first.shape), isList(first))
    return { changes: [], problems: [diagnostic(problem, typing.source.file, span)] }
  }
  const mayBeNull = isNullish(first.shape)
  if (!isListOfIt) {
    const schema = mayBeNull || nullable === true ? orNull(shape.schema) : shape.schema
    return {
      changes: [
        schemaChange(name, { ...schema, ...keywords }),
        ...outputs(name, typing, ({ path }, route) => {
          const selected = selectionOf(shape, route)
          return composed(path, (root) => dotted(root, selected.root), selected.path)
        }),
      ],
      problems,
    }
  }
  const list: JsonSchema = { type: "array", items: shape.schema }
  const schema = nullable === true && mayBeNull ? orNull(list) : list
  return {
    changes: [
      schemaChange(name, { ...schema, ...keywords }),
      ...outputs(name, typing, (one, route) => {
        const selected = selectionOf(shape, route)
        const mayBeEmpty = isNullish(one.shape) && nullable !== true
        const items = (root: PathNode) => itemsOf(root, one.shape, selected.root)
        return composed(
          one.path,
          (root) => (mayBeEmpty ? orEmpty(items(root)) : items(root)),
          selected.path,
        )
      }),
    ],
    problems,
  }
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
  const at = ["output_schema", "properties", name]
  const report = (problem: Problem) =>
    diagnostic(problem, typing.source.file, typing.source.valueSpan(at))
  const first = firstSource(name, typing)
  if (first === undefined) return NO_TYPE
  const others = [...(typing.sources.get(name)?.keys() ?? [])].filter((one) => one !== "graphql")
  if (others.length > 0)
    return { changes: [], problems: others.map((route) => report(aboutShape.unionOver(route))) }
  if (isList(first) !== isListOfIt) {
    const problem = aboutShape.listOrOne(
      name,
      types.join(" or "),
      describe(first.shape),
      isList(first),
    )
    return { changes: [], problems: [report(problem)] }
  }
  const wrong = checkTypes(types, ...typeNamesIn(first.shape))
  const reserved = shapes.flatMap((shape, index) =>
    Object.hasOwn(shape.schema.properties ?? {}, DISCRIMINATOR)
      ? [aboutShape.typeOfMember(types[index] ?? shape.name)]
      : [],
  )
  if (wrong.length + reserved.length > 0) {
    const problems = [...wrong.map(({ problem }) => problem), ...reserved]
    return { changes: [], problems: problems.map(report) }
  }
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
  if (!isListOfIt) {
    return {
      changes: [
        schemaChange(name, { ...orNull({ oneOf: members }), ...keywords }),
        ...outputs(name, typing, ({ path }) =>
          composed(path, (root) => piped(root, member.root ?? root), member),
        ),
      ],
      problems: [],
    }
  }
  const list: JsonSchema = { type: "array", items: { oneOf: members } }
  return {
    changes: [
      schemaChange(name, {
        ...(nullable === true && mayBeNull ? orNull(list) : list),
        ...keywords,
      }),
      ...outputs(name, typing, ({ path }) =>
        composed(path, (root) => {
          const all = membersOfUnion(member, mayBeNull ? orEmpty(root) : root).root ?? root
          if (nullable !== true || !mayBeNull) return all
          return { type: "AndExpression", left: root, right: all }
        }),
      ),
    ],
    problems: [],
  }
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

export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, oneOf } = schema
  const types = type === undefined ? [] : [type].flat()
  const choices = anyOf ?? oneOf
  if (types.includes("null") || choices?.some((one) => one.type === "null")) return schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...types, "null"] }),
    ...(values && { enum: [...values, null] }),
    ...(anyOf && { anyOf: [...anyOf, { type: "null" }] }),
    ...(oneOf && { oneOf: [...oneOf, { type: "null" }] }),
  }
}
