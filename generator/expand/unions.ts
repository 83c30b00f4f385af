/** Objects of several GraphQL types, told apart by `type`. */
import type { GraphQLSchema } from "graphql"
import { isAbstractType, isObjectType } from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { didYouMean, type Problem } from "../diagnostics/index.js"
import { aboutShape } from "../messages/index.js"
import type { DocumentSource } from "../parse/index.js"
import { fieldsAt } from "../shape/index.js"
import type { Piece } from "./draft.js"

/** What tells the members of a union apart, in what a call gives. */
export const TELLING = "type"

/** A member of a union: the GraphQL type, and where each field of the object comes from. */
export interface UnionMember {
  readonly type: string
  readonly sources: readonly {
    readonly name: string
    readonly text: string
    /** Where the text stands, or what it is derived from. */
    readonly place?: Pick<Piece, "from" | "text">
  }[]
}

/** A text, and where its parts come from. */
export interface Made {
  readonly text: string
  readonly pieces: readonly Piece[]
}

/** The expression of the object that is made of `@`, between others; null where that is of no listed type. */
export function madeBy(members: readonly UnionMember[], before = "", after = ""): Made {
  let text = before
  const pieces: Piece[] = []
  for (const { type, sources } of members) {
    text += `__typename == '${type}' ? {${TELLING}: '${type}'`
    for (const one of sources) {
      text += `, ${one.name}: `
      const at = { start: text.length, end: text.length + one.text.length }
      if (one.place) pieces.push({ at, ...one.place })
      text += one.text
    }
    text += "} : "
  }
  return { text: `${text}\`null\`${after}`, pieces }
}

/** The closed object of a member; `base` is the shape whose fields it has. */
export function memberSchema(
  type: string,
  properties: Readonly<Record<string, JsonSchema>>,
  base: string | undefined,
): JsonSchema {
  return {
    ...(base !== undefined && { extends: base }),
    type: "object",
    required: [TELLING, ...Object.keys(properties)],
    additionalProperties: false,
    properties: { [TELLING]: { const: type }, ...properties },
  }
}

/** Why a value cannot be one of a union: what is wrong, and of which of its types. */
export interface UnionProblem {
  readonly type?: string
  readonly problem: Problem
}

/** Why the values at a path of a document cannot be of these types; that they can be told apart, the compiler sees to. */
export function checkUnion(
  types: readonly string[],
  document: DocumentSource,
  path: readonly string[],
  schema: GraphQLSchema,
): UnionProblem[] {
  const at = fieldsAt(document, path, schema)
  if (at === undefined) return []
  const possible = isAbstractType(at.type)
    ? schema.getPossibleTypes(at.type).map(({ name }) => name)
    : isObjectType(at.type)
      ? [at.type.name]
      : []
  return checkTypes(types, possible, true)
}

/** Whether values of some possible types can be told apart, and are of those that are listed. */
export function checkTypes(
  types: readonly string[],
  possible: readonly string[],
  isTold: boolean,
): UnionProblem[] {
  if (!isTold) return [{ problem: aboutShape.typeNameMissing() }]
  return types
    .filter((type) => !possible.includes(type))
    .map((type) => ({ type, problem: aboutShape.noSuchMember(type, didYouMean(type, possible)) }))
}
