import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { resolveContract } from "../check/index.js"
import type { Diagnostic } from "../diagnostics/index.js"
import { type Change, inOrder, keywordsIn, merged } from "../expand/index.js"
import { type Card, type CardSource, ROUTES } from "../parse/index.js"
import { build, parsePath, settle } from "../path/index.js"
import { isNullish, present, type Shape, toJsonSchema } from "../shape/index.js"
import { planCli } from "./cli.js"
import { planGraphql } from "./graphql.js"
import { inputShapeOf } from "./input-shape.js"
import { Mapping } from "./mapping.js"
import { type PlanObject, sourceOf, sourceText } from "./object.js"
import type { PlanContext } from "./plan-capability.js"
import { all, made, optional, planned } from "./planned.js"
import { planRest } from "./rest.js"

/** What a route gives for a field: the expression, and what it yields. */
interface Source {
  readonly text: string
  readonly shape: Shape
}

/** The sources of the fields of an output, by field and route. */
type Sources = Map<string, Map<RouteType, Source>>

export interface OutputTypes {
  readonly changes: readonly Change[]
  /** Why not all fields have a type; empty where they have. */
  readonly problems: readonly Diagnostic[]
}

/**
 * The types of fields of which the card does not say one: what the first route provides that serves
 * the field, in an order that does not depend on the card's. A list that may be null is empty then,
 * unless the card says `nullable: true`.
 */
export function outputTypes(source: CardSource, card: Card, context: PlanContext): OutputTypes {
  const properties = Object.entries(card.output_schema.properties ?? {})
  const open = properties.filter(([, schema]) => !isTyped(schema)).map(([name]) => name)
  if (open.length === 0) return { changes: [], problems: [] }
  const names = properties.map(([name]) => name)
  const { sources, problems } = sourcesOf(names, source, card, context)
  const typed = open.map((name) => typeOf(name, card, sources.get(name) ?? new Map()))
  const isWhole = typed.every((changes) => changes.length > 0)
  return { changes: typed.flat(), problems: isWhole ? [] : problems }
}

/** A schema that says what is meant. */
function isTyped(schema: JsonSchema): boolean {
  return ["type", "enum", "anyOf", "const"].some((key) => Object.hasOwn(schema, key))
}

function typeOf(name: string, card: Card, sources: ReadonlyMap<RouteType, Source>): Change[] {
  const { nullable, ...said } = keywordsIn(card.output_schema.properties?.[name])
  const [first] = ROUTES.flatMap((route) => sources.get(route) ?? [])
  if (first === undefined) return []
  const isEmptied = isList(first) && nullable !== true
  const schema = toJsonSchema(isEmptied ? present(first.shape) : first.shape)
  if (schema === undefined) return []
  const at = ["output_schema", "properties", name]
  const emptied = [...sources].flatMap(([route, one]): Change[] => {
    if (!isEmptied || !isList(one) || !isNullish(one.shape)) return []
    const place = [route, "output", name]
    const isWritten = Object.hasOwn(card[route]?.output ?? {}, name)
    return [{ at: place, value: orEmpty(one.text), from: isWritten ? place : at }]
  })
  return [{ at, value: inOrder(merged(keywordsIn(schema), said)), from: at }, ...emptied]
}

function isList({ shape }: Source): boolean {
  return present(shape).kind === "array"
}

/** The expression, with an empty list where it yields null. */
function orEmpty(text: string): string {
  const parsed = parsePath(text)
  const needsParentheses =
    parsed.ok && ["Ternary", "LetExpression"].includes(parsed.expression.root.type)
  return `${needsParentheses ? `(${text})` : text} || \`[]\``
}

/** Plans the routes as far as what their outputs are made of is known. */
function sourcesOf(
  names: readonly string[],
  source: CardSource,
  card: Card,
  { sound, operations, pins }: PlanContext,
): { sources: Sources; problems: Diagnostic[] } {
  const sources: Sources = new Map(names.map((name) => [name, new Map()]))
  const note: PlanObject = (mapping, section, scope) => {
    const noted = names.map((name) => {
      const text = sourceText(name, section.output ?? {}, scope)
      return made(sourceOf(mapping, name, section.output ?? {}, scope), (value) => {
        const { shape } = settle(value, scope)
        if (text !== undefined) sources.get(name)?.set(mapping.route, { text, shape })
      })
    })
    return made(all(noted), () => build.NULL_VALUE)
  }
  const input = inputShapeOf(resolveContract(card).input)
  const over = (route: RouteType) => {
    const mapping = new Mapping(source, route)
    const { graphql, rest, cli } = card
    if (!sound.includes(route)) return planned(undefined)
    if (route === "graphql")
      return optional(graphql, (one) => planGraphql(mapping, one, input, note, operations))
    if (route === "rest")
      return optional(rest, (one) => planRest(mapping, one, input, note, pins.rest()))
    return optional(cli, (one) =>
      planCli(mapping, one, input, note, { gh: pins.gh(), rest: pins.rest }),
    )
  }
  return { sources, problems: ROUTES.flatMap((route) => [...over(route).problems]) }
}
