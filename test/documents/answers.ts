import {
  type DocumentNode,
  execute,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql"
import { listOf, pick, type Random, TEXTS } from "./random.js"

/**
 * An answer that the schema allows, made up: null wherever it may be null now and then, short
 * lists, every type of a union. graphql-js executes the document, so variables, fragments,
 * directives and merged fields are as it has them.
 */
export function madeUpAnswer(
  document: DocumentNode,
  schema: GraphQLSchema,
  variables: Readonly<Record<string, unknown>>,
  random: Random,
): unknown {
  const make = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return makeNonNull(type.ofType)
    return random() < 0.2 ? null : makeNonNull(type)
  }
  const makeNonNull = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return makeNonNull(type.ofType)
    if (isListType(type)) return listOf(() => make(type.ofType), random)
    if (isAbstractType(type)) {
      return { __typename: pick(schema.getPossibleTypes(type), random).name }
    }
    if (!isLeafType(type)) return {}
    if (isEnumType(type)) return pick(type.getValues(), random).value
    if (type.name === "Boolean") return random() < 0.5
    if (type.name === "Int" || type.name === "Float") return Math.floor(random() * 5)
    return pick(TEXTS, random)
  }
  const result = execute({
    schema,
    document,
    variableValues: variables,
    fieldResolver: (_source, _arguments, _context, { returnType }) => make(returnType),
  })
  if (result instanceof Promise) throw new Error("execution is synchronous")
  if (result.errors !== undefined) throw result.errors[0]
  // As it comes over the wire: without prototypes.
  return JSON.parse(JSON.stringify(result.data))
}
