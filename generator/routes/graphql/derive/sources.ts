import {
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from "graphql"
import { type Note, noteAt } from "../../../diagnostics/index.js"
import {
  type InputPlace,
  type InputSource,
  type RuleContext,
  sourcesOf,
  sourcesOfLookups,
  sourcesOfOutput,
  sourcesOfResult,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutShared } from "../../../messages/index.js"
import {
  type CardPath,
  fileOf,
  type LookupSection,
  type WrittenCard,
} from "../../../parse/index.js"
import {
  argumentAt,
  fromInputType,
  idsOf,
  LARGEST_PAGE,
  type Paging,
  paginate,
  pagingOf,
  variableDemands,
} from "../../../shape/index.js"
import { snakeCase } from "../../../text/index.js"

/** Inputs that pagination adds by itself. */
const OF_PAGES = ["first", "after"]

/** The inputs of the document's variables and of its lookups, in the document's order. */
export function sourcesOfGraphql({ graphql }: WrittenCard, context: RuleContext): InputSource[] {
  if (graphql?.documentPath === undefined) return []
  const { lookups = {}, variables = {}, output = {} } = graphql
  const { ofLookup, ofOthers } = sourcesOfLookups(lookups, (lookup, name, needs) =>
    sourcesOfLookup(lookup, ["graphql", "lookups", name], needs, context),
  )
  const paging = pagingOf(graphql)
  const definitions = definitionsIn(graphql.documentPath, context, paging)
  const declared = definitions.map(({ variable }) => variable.name.value)
  const ofVariables = definitions.flatMap((definition) => {
    const name = definition.variable.name.value
    const mapped = variables[name]
    if (paging && OF_PAGES.includes(mapped?.text ?? name)) return []
    const input = inputOf(name, declared)
    const from = mapped === undefined ? ["graphql"] : ["graphql", "variables", name]
    const own = placeOf(definition, from, context)
    const place = mapped === undefined ? { ...own, variable: name } : own
    const sources = sourcesOf(mapped ?? Path.derived(input), place, true, ofLookup)
    // A variable whose expression uses an input of the same name determines that input's type.
    return sources.map((source) =>
      source.name === input && !source.makes ? { ...place, ...source, needs: place.needs } : source,
    )
  })
  return [...ofVariables, ...sourcesOfOutput(output, "graphql", ofLookup), ...ofOthers()]
}

/** The input of a variable: contracts are in snake_case. */
function inputOf(variable: string, declared: readonly string[]): string {
  const name = snakeCase(variable)
  return declared.includes(name) ? variable : name
}

function sourcesOfLookup(
  lookup: Partial<LookupSection>,
  at: CardPath,
  needs: boolean,
  context: RuleContext,
): InputSource[] {
  const { documentPath, variables = {}, foreach, as, result, among, where } = lookup
  const definitions = documentPath === undefined ? [] : definitionsIn(documentPath, context)
  const cursor = cursorIn(documentPath, among?.text, context)
  const ofVariables = definitions.flatMap((definition) => {
    const name = definition.variable.name.value
    if (name === as || name === cursor) return []
    const from = variables[name] === undefined ? at : [...at, "variables", name]
    const place = placeOf(definition, from, context)
    return sourcesOf(
      variables[name] ?? Path.derived(name),
      { ...place, needs: needs && place.needs },
      true,
    )
  })
  const item = definitions.find(({ variable }) => variable.name.value === as)
  const ofItem = item && placeOf(item, at, context).shape
  const list = ofItem && ({ kind: "array", items: ofItem } as const)
  const from = [...at, "foreach"]
  const ofList = sourcesOf(foreach, { shape: list, needs, from }, true)
  return [
    ...ofVariables,
    ...ofList,
    ...sourcesOfResult(result, at, needs),
    ...sourcesOfResult(where, at, needs),
  ]
}

/** The variable with the cursor of a connection's page, if the document declares one. */
function cursorIn(
  path: string | undefined,
  among: string | undefined,
  { documents }: RuleContext,
): string | undefined {
  const source = documents.sound(path)
  if (source === undefined || among === undefined) return undefined
  const after = argumentAt(source, among, "after", documents.schema())
  return after?.kind === Kind.VARIABLE ? after.name.value : undefined
}

/** The variables of a document; for a list, those of the sent document. */
function definitionsIn(
  path: string,
  { documents }: RuleContext,
  paging?: Paging,
): readonly VariableDefinitionNode[] {
  const source = documents.sound(path)
  if (source === undefined) return []
  const { document } = paging ? paginate(source, paging, documents.schema()) : { document: source }
  return document.operations[0]?.variableDefinitions ?? []
}

function placeOf(
  definition: VariableDefinitionNode,
  from: CardPath,
  { documents }: RuleContext,
): InputPlace {
  const { type, defaultValue } = definition
  const found = typeFromAST(documents.schema(), type)
  const { source } = documents.get(fileOf(definition.variable).path)
  const { value: name } = definition.variable.name
  const demands = source && variableDemands(documents.schema())(source)
  const shape = isInputType(found)
    ? idsOf(fromInputType(found), demands?.nodes.get(name))
    : undefined
  const isGiven = defaultValue !== undefined && defaultValue.kind !== Kind.NULL
  return {
    shape,
    needs: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
    from,
    note: () => noteOf(definition),
    ...(demands?.pageSizes.has(name) && { limits: PAGE_SIZE }),
    ...(isGiven && { default: defaultOf(defaultValue, isInputType(found) ? found : undefined) }),
  }
}

/** GitHub's limits for `first` and `last`. */
const PAGE_SIZE = { minimum: 1, maximum: LARGEST_PAGE }

/** Converts a default: a single value for a list becomes a list, and names become snake_case. */
function defaultOf(node: ValueNode, type: GraphQLInputType | undefined): unknown {
  const nullable = type && getNullableType(type)
  if (isListType(nullable) && node.kind !== Kind.NULL) {
    const items = node.kind === Kind.LIST ? node.values : [node]
    return items.map((item) => defaultOf(item, nullable.ofType))
  }
  if (isInputObjectType(nullable) && node.kind === Kind.OBJECT) {
    const fields = nullable.getFields()
    return Object.fromEntries(
      node.fields.map(({ name, value }) => [
        snakeCase(name.value),
        defaultOf(value, fields[name.value]?.type),
      ]),
    )
  }
  return valueFromASTUntyped(node)
}

function noteOf({ variable, loc }: VariableDefinitionNode): Note {
  const place = { start: loc?.start ?? 0, end: variable.loc?.end ?? 1 }
  return noteAt(aboutShared.variableOf(variable.name.value), fileOf(variable), place)
}
