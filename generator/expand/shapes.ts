import { Compile } from "typebox/schema"
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { checkForm, checkReadable, checkSchemaPart } from "../check/index.js"
import { type Diagnostic, didYouMean, type Note, type Problem } from "../diagnostics/index.js"
import type { Path, ShapeOrigin } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import {
  atKey,
  atValue,
  type CardPath,
  type CardSource,
  type PlainShape,
  type ReadCard,
  shapeSchema,
  type WrittenShape,
} from "../parse/index.js"
import type { PACKAGE_FOLDER } from "../read/index.js"
import { compareText } from "../text/index.js"
import { desugarInputs } from "./desugar.js"
import type { Change, Draft, NoteOf } from "./draft.js"
import { readPaths } from "./expressions.js"
import { type Keywords, keywordsIn, mergeKeywords } from "./keywords.js"
import type { Shared } from "./shared.js"

/** The folder of shapes; each file is named after its shape. */
export const SHAPES_FOLDER = "cards/shapes/"

/** For each lookup, the fields of an object that are its variables: `{ issue_id: { issue_number: number } }`. */
type Identifies = Readonly<Record<string, Readonly<Record<string, string>>>>

/** How a route serves a field of a shape. */
export interface ShapeSource {
  readonly path: Path
  /** Set if the path is the default: the field with the same name, or with its camelCase form. */
  readonly isByName: boolean
}

/** The sources of a shape's fields over one route. A field that the route cannot serve has none. */
export type ShapeSources = ReadonlyMap<string, ShapeSource>

export interface FullShape {
  readonly name: string
  /** The origin for objects made from it. */
  readonly origin: ShapeOrigin
  /** A closed object with all fields; its title is the name of its type, such as `IssueSummary`. */
  readonly schema: JsonSchema
  readonly sources: Readonly<Record<RouteType, ShapeSources>>
  /** The lookups whose results the shape contains. */
  readonly identifies?: Identifies
  /** The location of a field's definition, or of its mapping over a route. */
  noteOf(field: string, route?: RouteType): Note
}

/** The shapes of a project, each built on first use. */
export interface ShapeBook {
  readonly names: readonly string[]
  /** Undefined if there is no shape of that name, or if it has errors. */
  get(name: string): FullShape | undefined
}

/** The file of a shape, after its form was checked. */
export interface ShapeFile {
  readonly source: Draft
  readonly value: WrittenShape
}

const form = Compile(shapeSchema)

/** Reads the shape files of a project, or of the package in it, by name; skips malformed ones. */
export function readShapes(
  files: ReadonlyMap<string, string>,
  { expressions }: Shared,
  read: ReadCard,
  folder: "" | typeof PACKAGE_FOLDER = "",
): {
  shapes: Map<string, ShapeFile>
  diagnostics: Diagnostic[]
} {
  const shapes = new Map<string, ShapeFile>()
  const diagnostics: Diagnostic[] = []
  for (const [path, text] of [...files].sort(([a], [b]) => compareText(a, b))) {
    const name = path.slice(folder.length + SHAPES_FOLDER.length).replace(/\.yaml$/, "")
    const { source, diagnostics: unread } = read(path, text)
    const problems = source === undefined ? unread : checkReadable(source)
    diagnostics.push(...problems)
    if (source === undefined || problems.length > 0) continue
    if (!/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/.test(name)) {
      diagnostics.push(atValue(source, [], aboutShape.malformedName(path)))
      continue
    }
    const spelt = desugarInputs(source, ["fields"])
    diagnostics.push(...spelt.problems)
    const { value } = spelt.source
    if (!form.Check(value)) {
      diagnostics.push(...checkForm(spelt.source, shapeSchema, "a shape"))
      continue
    }
    const { changes, problems: ofCalls } = readPaths(value, shapeSchema, spelt.source, expressions)
    diagnostics.push(...ofCalls)
    const whole = spelt.source.with(changes)
    if (spelt.problems.length === 0 && ofCalls.length === 0)
      shapes.set(name, { source: whole, value: whole.value as WrittenShape })
  }
  return { shapes, diagnostics }
}

/** A field of a shape expression. */
interface FieldOf {
  readonly name: string
  readonly schema: Keywords
  readonly from: CardPath
  /** Set if the field is unchanged from the base shape. */
  readonly isOfBase: boolean
  /** The location of the base shape's definition. */
  readonly note?: NoteOf | undefined
}

/** The fields of a shape expression before types are inferred. */
export interface Fields {
  /** Fields with their origins, in the order of the contract. */
  readonly fields: readonly FieldOf[]
  readonly base?: FullShape
  /** Set if the result is the unmodified base shape. */
  readonly isWhole: boolean
  readonly problems: readonly Diagnostic[]
  /** Set if the base shape has errors, which are reported there. */
  readonly isPartial: boolean
}

export function fieldsOf(
  { shape, pick, fields = {} }: PlainShape,
  at: CardPath,
  { source, shapes }: { readonly source: CardSource; readonly shapes: ShapeBook },
): Fields {
  const problems: Diagnostic[] = []
  const report = (problem: Problem, ...place: CardPath) => {
    problems.push(atValue(source, [...at, ...place], problem))
  }
  const base = shape === undefined ? undefined : shapes.get(shape)
  if (shape !== undefined && !shapes.names.includes(shape))
    report(aboutShape.noShape(shape, didYouMean(shape, shapes.names)), "shape")
  const ofBase = base?.schema.properties ?? {}
  if (shape === undefined && pick !== undefined) report(aboutShape.pickOfNothing(), "pick")
  for (const [index, name] of base === undefined ? [] : (pick ?? []).entries()) {
    if (Object.hasOwn(ofBase, name)) continue
    const near = didYouMean(name, Object.keys(ofBase))
    report(aboutShape.noField(shape ?? "", name, near), "pick", index)
  }
  for (const [name, field] of Object.entries(fields))
    problems.push(...checkField(field, [...at, "fields", name], { source, shapes }))
  const inherited = Object.keys(ofBase).filter((name) => pick === undefined || pick.includes(name))
  const picked = pick?.filter((name) => inherited.includes(name)) ?? inherited
  const names = [...new Set([...picked, ...Object.keys(fields)])]
  return {
    fields: names.map((name) => {
      const declared = fields[name]
      const known = keywordsIn(ofBase[name])
      const index = pick?.indexOf(name) ?? -1
      const from =
        declared !== undefined
          ? [...at, "fields", name]
          : index === -1
            ? [...at, "shape"]
            : [...at, "pick", index]
      const isOfBase = declared === undefined
      const note = base && Object.hasOwn(ofBase, name) ? () => base.noteOf(name) : undefined
      return {
        name,
        schema: isOfBase ? known : mergeKeywords(known, declared),
        from,
        isOfBase,
        note,
      }
    }),
    ...(base && { base }),
    isWhole: base !== undefined && pick === undefined && Object.keys(fields).length === 0,
    problems,
    isPartial: shape !== undefined && base === undefined,
  }
}

/** Checks a field: its contract keywords, `nullable`, and the shape of the field or its items. */
function checkField(
  field: Keywords,
  at: CardPath,
  { source, shapes }: { readonly source: CardSource; readonly shapes: ShapeBook },
): Diagnostic[] {
  const { nullable: _, shape: ___, union: ______, ...keywords } = field
  const { shape: __, union: _____, ...items } = keywordsIn(field.items)
  const { items: ____, ...others } = keywords
  const nested = shapeOfField(field)
  const union = unionOfField(field)
  const below = [...at, ...((nested ?? union)?.isList ? ["items"] : [])]
  const named: (readonly [shape: string, at: CardPath])[] = [
    ...(nested ? [[nested.shape, [...below, "shape"]] as const] : []),
    ...(union?.members ?? []).map(({ type, shape }) => [shape, [...below, "union", type]] as const),
  ]
  const unknown = named.flatMap(([shape, place]) => {
    if (shape === "") {
      return [atKey(source, place, aboutShape.memberWithoutShape(String(place.at(-1))))]
    }
    if (shapes.names.includes(shape)) return []
    return [atValue(source, place, aboutShape.noShape(shape, didYouMean(shape, shapes.names)))]
  })
  const kept = Object.keys(items).length === 0 ? others : { ...others, items }
  return [...checkSchemaPart(source, kept, at), ...unknown]
}

export function shapeOfField(field: Keywords): { shape: string; isList: boolean } | undefined {
  if (field.shape !== undefined) return { shape: String(field.shape), isList: false }
  const { shape } = keywordsIn(field.items)
  return shape === undefined ? undefined : { shape: String(shape), isList: true }
}

/** The members of the union in a field, or in its items: shapes by GraphQL type. */
export function unionOfField(
  field: Keywords,
): { members: { type: string; shape: string }[]; isList: boolean } | undefined {
  const isList = field.union === undefined
  const union = isList ? keywordsIn(field.items).union : field.union
  if (union === undefined) return undefined
  const members = Object.entries(keywordsIn(union)).map(([type, one]) => {
    const { shape = one, ...others } = keywordsIn(one)
    const isName = typeof shape === "string" && Object.keys(others).length === 0
    return { type, shape: isName ? shape : "" }
  })
  return { members, isList }
}

/** The `title` of an object that equals a shape, or the `extends` of one that includes a shape's fields. */
export function namesOf({ fields, base, isWhole }: Fields): Pick<JsonSchema, "title" | "extends"> {
  const { title, properties = {} } = base?.schema ?? {}
  if (title === undefined) return {}
  if (isWhole) return { title }
  const own = fields.flatMap(({ name, isOfBase }) => (isOfBase ? [name] : []))
  return Object.keys(properties).every((name) => own.includes(name)) ? { extends: title } : {}
}

/** Derives the output of a card's routes, as far as the base shape defines it. */
export function sourcesOfBase(
  { fields, base }: Pick<Fields, "fields" | "base">,
  routes: readonly (readonly [RouteType, Readonly<Record<string, Path>>])[],
): Change[] {
  if (base === undefined) return []
  return routes.flatMap(([route, own]) =>
    fields.flatMap(({ name, from }): Change[] => {
      const source = base.sources[route].get(name)
      if (source === undefined || source.isByName || Object.hasOwn(own, name)) return []
      const note = () => base.noteOf(name, route)
      const value = source.path.withOrigins(() => undefined)
      return [{ at: [route, "output", name], value, from, note }]
    }),
  )
}

/** Fields of the base shape that a route cannot serve and that the card does not map itself. */
export function unservedFields(
  route: RouteType,
  own: Readonly<Record<string, Path>>,
  { fields, base }: Fields,
): Fields["fields"] {
  const ofBase = base?.schema.properties ?? {}
  return fields.filter(
    ({ name }) =>
      Object.hasOwn(ofBase, name) && !base?.sources[route].has(name) && !Object.hasOwn(own, name),
  )
}
