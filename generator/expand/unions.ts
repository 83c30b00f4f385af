/** Objects of several GraphQL types, distinguished by `type`. */
import type { GraphQLSchema } from "graphql"
import { isAbstractType, isObjectType } from "graphql"
import type { JsonSchema } from "../../runtime/definition/index.js"
import { didYouMean, type Problem } from "../diagnostics/index.js"
import { compose, Path, type PathNode, type ShapeOrigin } from "../jmespath/index.js"
import { aboutShape } from "../messages/index.js"
import type { DocumentSource } from "../parse/index.js"
import { fieldsAt } from "../shape/index.js"

const { composed, field, flattened, hash, text } = compose

/** The discriminator of unions in results. */
export const DISCRIMINATOR = "type"

/** A member of a union: the GraphQL type, and the source of each field of the object. */
interface UnionMember {
  readonly type: string
  /** The shape whose fields it includes. */
  readonly base?: ShapeOrigin | undefined
  readonly sources: readonly (readonly [field: string, path: Path])[]
}

/** The expression that makes the object from `@`; null if the value has no listed type. */
export function memberOfUnion(members: readonly UnionMember[]): Path {
  const parts = members.flatMap(({ sources }) => sources.map(([, path]) => path))
  const broken = parts.find(({ root }) => root === undefined)
  if (broken !== undefined) return broken
  const root = members.reduceRight<PathNode>((falseExpr, { type, base, sources }) => {
    const fields = sources.map(([name, { root = NOTHING }]) => [name, root] as const)
    return {
      type: "Ternary",
      condition: {
        type: "Comparator",
        name: "EQ",
        left: field("__typename"),
        right: text(type),
      },
      trueExpr: hash([[DISCRIMINATOR, text(type)], ...fields], base),
      falseExpr,
    }
  }, NOTHING)
  return Path.of(root, ...parts)
}

const NOTHING: PathNode = { type: "Literal", value: null }

/** `map(&member, list)[]`, which drops items of unlisted types. */
export function membersOfUnion(member: Path, list: PathNode): Path {
  return composed(member, (child) =>
    flattened({
      type: "Function",
      name: "map",
      children: [{ type: "ExpressionReference", child }, list],
    }),
  )
}

/** The closed object of a member; `base` is the shape whose fields it includes. */
export function memberSchema(
  type: string,
  properties: Readonly<Record<string, JsonSchema>>,
  base: string | undefined,
): JsonSchema {
  return {
    ...(base !== undefined && { extends: base }),
    type: "object",
    required: [DISCRIMINATOR, ...Object.keys(properties)],
    additionalProperties: false,
    properties: { [DISCRIMINATOR]: { const: type }, ...properties },
  }
}

/** Why a value cannot be in a union: the problem, and the type that it concerns. */
export interface UnionProblem {
  readonly type?: string
  readonly problem: Problem
}

/** Checks that the values at a path of a document have these types. The compiler makes the types distinguishable. */
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

/** Checks that the listed types cover the values and are distinguishable. */
export function checkTypes(
  types: readonly string[],
  possible: readonly string[],
  isSelected: boolean,
): UnionProblem[] {
  if (!isSelected) return [{ problem: aboutShape.typeNameMissing() }]
  return types
    .filter((type) => !possible.includes(type))
    .map((type) => ({ type, problem: aboutShape.noSuchMember(type, didYouMean(type, possible)) }))
}
