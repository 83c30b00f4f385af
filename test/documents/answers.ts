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
  type ResponsePath as Path,
} from "graphql"
import { listOf, pick, type Random, TEXTS } from "./random.js"

/**
 * Synthesizes an answer that the schema allows: sometimes null where allowed, with short lists and every type of a
 * union. graphql-js executes the document, so it handles variables, fragments, directives and merged fields.
 *
 * @param randomAt - random numbers for each place in the answer, `repository.issues.nodes.0`. If they only depend on
 *   the place, an answer to fewer fields is a part of the answer to all
 */
export function synthesizedAnswer(
  document: DocumentNode,
  schema: GraphQLSchema,
  variables: Readonly<Record<string, unknown>>,
  randomAt: (place: string) => Random,
): unknown {
  const make = (type: GraphQLOutputType, random: Random): unknown => {
    if (isNonNullType(type)) return makeNonNull(type.ofType, random)
    return random() < 0.2 ? null : makeNonNull(type, random)
  }
  const makeNonNull = (type: GraphQLOutputType, random: Random): unknown => {
    if (isNonNullType(type)) return makeNonNull(type.ofType, random)
    if (isListType(type)) return listOf(() => make(type.ofType, random), random)
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
    fieldResolver: (_source, _arguments, _context, { returnType, path }) =>
      make(returnType, randomAt(placeOf(path))),
  })
  if (result instanceof Promise) throw new Error("execution is synchronous")
  if (result.errors !== undefined) throw result.errors[0]
  // As received over the network: without prototypes.
  return JSON.parse(JSON.stringify(result.data))
}

function placeOf({ prev, key }: Path): string {
  return prev ? `${placeOf(prev)}.${key}` : String(key)
}
