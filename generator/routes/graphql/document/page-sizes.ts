/** Page sizes in a document that a caller wrote. */
import {
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from "graphql"
import { type Diagnostic, diagnostic } from "../../../diagnostics/index.js"
import { aboutDocument } from "../../../messages/index.js"
import type { DocumentSource } from "../../../parse/index.js"
import { connectionTotals, LARGEST_PAGE } from "../../../shape/index.js"
import type { PageSizes } from "../check/index.js"

/** `first: 0` asks for counts alone. */
export const LEAST = 0

export interface OwnSizes extends PageSizes {
  /** The document's default. */
  readonly standard?: number
}

/** The ranges of page-size variables: GitHub accepts up to 100. */
export function pageSizesIn({ ast, operations }: DocumentSource): Record<string, OwnSizes> {
  const sizes: Record<string, OwnSizes> = {}
  const definitions = operations[0]?.variableDefinitions ?? []
  const definitionOf = (value: ValueNode) =>
    value.kind === Kind.VARIABLE
      ? definitions.find(({ variable }) => variable.name.value === value.name.value)
      : undefined
  const mayBeNull = (one: VariableDefinitionNode) => one.type.kind !== Kind.NON_NULL_TYPE
  visit(ast, {
    Field(field) {
      const own = sizeArguments(field)
      // If one of two is omitted, neither has a size by itself.
      const isChoice = own.some(({ value }) => {
        const definition = definitionOf(value)
        return definition && mayBeNull(definition) && !definition.defaultValue
      })
      for (const { value } of own) {
        const definition = definitionOf(value)
        if (definition === undefined) continue
        const name = definition.variable.name.value
        const standard = defaultSize(definition)
        sizes[name] = {
          least: LEAST,
          most: LARGEST_PAGE,
          ...(own.length > 1 && isChoice && mayBeNull(definition) && { optionalInput: name }),
          ...(standard && { standard: standard.size }),
        }
      }
    },
  })
  return sizes
}

function sizeArguments({ arguments: given = [] }: FieldNode) {
  return given.filter(({ name }) => name.value === "first" || name.value === "last")
}

function defaultSize({ defaultValue }: VariableDefinitionNode) {
  if (defaultValue?.kind !== Kind.INT) return undefined
  return { size: Number(defaultValue.value), loc: defaultValue.loc }
}

/** Reports literal and default page sizes that GitHub refuses. */
export function wrongSizes(document: DocumentSource): Diagnostic[] {
  const sizes = pageSizesIn(document)
  const found: { size: number; loc: ValueNode["loc"] }[] = []
  for (const one of document.operations[0]?.variableDefinitions ?? []) {
    const given = Object.hasOwn(sizes, one.variable.name.value) ? defaultSize(one) : undefined
    if (given) found.push(given)
  }
  visit(document.ast, {
    Field(field) {
      for (const { value, loc } of sizeArguments(field)) {
        if (value.kind === Kind.INT) found.push({ size: Number(value.value), loc })
      }
    },
  })
  return found
    .filter(({ size }) => size < LEAST || size > LARGEST_PAGE)
    .map(({ size, loc }) => {
      const { start = 0, end = start + 1 } = loc ?? {}
      return diagnostic(aboutDocument.pageSize(String(size), LEAST), document.file, { start, end })
    })
}

/** The number of nodes that a document can return with the given values of its variables. */
export function nodesWith(
  document: DocumentSource,
  schema: GraphQLSchema,
  inputOf: (variable: string) => unknown,
): number {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const sizeOf = (value: ValueNode): number => {
    if (value.kind === Kind.INT) return Number(value.value)
    if (value.kind !== Kind.VARIABLE) return 0
    const name = value.name.value
    const given = inputOf(name)
    if (given === null) return 0
    if (given !== undefined) return typeof given === "number" ? given : LARGEST_PAGE
    const definition = definitions.find(({ variable }) => variable.name.value === name)
    return (definition && defaultSize(definition)?.size) ?? 0
  }
  const pageSize = (field: FieldNode) =>
    Math.max(0, ...sizeArguments(field).map(({ value }) => sizeOf(value)))
  return connectionTotals(document, schema, pageSize).nodes
}
