import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  isCompositeType,
  Kind,
  OperationTypeNode,
} from "graphql"
import type { JsonSchema } from "../../../../runtime/definition/index.js"
import { type Documents, fragmentPath, isOfPackage } from "../../../check/index.js"
import type { Diagnostic } from "../../../diagnostics/index.js"
import { keywordsIn } from "../../../expand/index.js"
import { namesRead, Path } from "../../../jmespath/index.js"
import { aboutMapping } from "../../../messages/index.js"
import type { DocumentSource, GraphqlSection } from "../../../parse/index.js"
import { build, type Expression, reservedNames, type Value } from "../../../path/index.js"
import {
  all,
  flatMap,
  freeTextInDocument,
  freeTextOf,
  type GraphqlPlan,
  inputScope,
  inputShapeOf,
  lookupOrigin,
  type Mapping,
  mapPlan,
  type Open,
  type OperationPlan,
  type Operations,
  type OutputPlan,
  omittedOf,
  type Planned,
  type PlannedDocument,
  planned,
  planOutput,
  planPage,
  type RoutePlanner,
  type ShapeOrigin,
  unusedSelections,
  withoutOrigins,
} from "../../../plan/index.js"
import { PACKAGE_FOLDER } from "../../../read/index.js"
import {
  directionOf,
  isNullish,
  type NestedPages,
  pagingOf,
  present,
  SelectionShapes,
  type Shape,
  selectedIn,
} from "../../../shape/index.js"
import { memoize } from "../../../text/index.js"
import { checkConnections, type PageSizeOf } from "../check/index.js"
import { connectionPath, planConnectionPage } from "./connection-page.js"
import { planGraphqlLookups, planVariables } from "./lookups.js"

/** Over GraphQL, the origin of a shape is the fragment with its name. */
const graphqlOrigin: ShapeOrigin = {
  named(shape, { source }, { documents }) {
    const path = fragmentPath(shape, isOfPackage(source.file.path) ? PACKAGE_FOLDER : "")
    return documents.isThere(path) ? path : undefined
  },
  check(path, _file, { documents }) {
    const document = path === undefined ? undefined : documents.get(path)
    return document?.isSound === false ? [...document.diagnostics] : []
  },
  nameOf: (path, { documents }) => fragmentAt(path, documents)?.typeCondition.name.value,
  typeOf(path, _place, { documents }) {
    const { source } = documents.get(path)
    const fragment = fragmentAt(path, documents)
    const schema = documents.schema()
    const type = schema.getType(fragment?.typeCondition.name.value ?? "")
    if (!source || !fragment || !isCompositeType(type))
      throw new Error(`${path} has not passed its checks`)
    return new SelectionShapes(schema, source).of(type, fragment.selectionSet)
  },
}

export const graphqlPlanner: RoutePlanner = {
  type: "graphql",
  answer: "data",
  unread: { by: "", help: "map it under `graphql.variables`, or remove it" },
  open(mapping, { graphql: section }, input, { operations, pins }) {
    if (section === undefined) return undefined
    const plan = planGraphql(mapping, section, inputShapeOf(input), operations)
    return {
      ...plan,
      prove(object) {
        const { document, nested } = ownOperation(section, operations)
        const pageSizes = pageSizesOf(section, input, document)
        const { cost, diagnostics } = checkConnections(
          document,
          pins.schema(),
          pageSizes,
          nested?.unsized,
        )
        const proved = flatMap(plan.close(object), (graphql) =>
          planned(graphql, unusedSelections(mapping, document)),
        )
        return mapPlan(all([proved, planned(cost, diagnostics)]), ([graphql, cost]) => ({
          graphql,
          cost,
        }))
      },
    }
  },
  omitted: ({ graphql }, placesOf) =>
    graphql && omittedOf(graphql.operation.data, placesOf(graphql.output)),
  origin: graphqlOrigin,
}

function fragmentAt(path: string, documents: Documents): FragmentDefinitionNode | undefined {
  const { source } = documents.get(path)
  return source?.ast.definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION)
}

/** The bounds of a page-size variable: from the input schema, through a mapping that names an input. */
function pageSizesOf(
  section: GraphqlSection,
  input: JsonSchema,
  document: DocumentSource,
): PageSizeOf {
  return (variable) => {
    const { root } = section.variables?.[variable] ?? Path.derived(variable)
    if (root === undefined) return "it has no bounds"
    if (root.type === "Literal" && typeof root.value === "number") {
      return { least: root.value, most: root.value }
    }
    const property = root.type === "Field" ? input.properties?.[root.name] : undefined
    const ofDocument = defaultOf(document, variable)
    const isMapped = section.variables?.[variable] !== undefined || property !== undefined
    if (!isMapped && ofDocument !== undefined) return { least: ofDocument, most: ofDocument }
    if (
      root.type !== "Field" ||
      property?.minimum === undefined ||
      property.maximum === undefined
    ) {
      return "it has no bounds"
    }
    const isGiven = property.default !== undefined || input.required?.includes(root.name) === true
    const sizes = [
      property.minimum,
      property.maximum,
      ...(isGiven || ofDocument === undefined ? [] : [ofDocument]),
    ]
    const isOptional = !isGiven && ofDocument === undefined
    return {
      least: Math.min(...sizes),
      most: Math.max(...sizes),
      ...(isOptional && { optionalInput: root.name }),
    }
  }
}

function defaultOf(document: DocumentSource, variable: string): number | undefined {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const definition = definitions.find((one) => one.variable.name.value === variable)
  const value = definition?.defaultValue
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}

/** Plans the GraphQL route, and checks that its variables have values. */
export function planGraphql(
  mapping: Mapping,
  section: GraphqlSection,
  input: Shape,
  operations: Operations,
): Open<GraphqlPlan> {
  const { document, operation, nested } = ownOperation(section, operations)
  const lookups = planGraphqlLookups(mapping, section.lookups, input, operations)
  const scope = inputScope(input, lookups.shape)
  const variables = planVariables({
    mapping,
    operation,
    section: section.variables ?? {},
    path: section.variables === undefined ? ["graphql"] : ["graphql", "variables"],
    scope,
    isReplaced: (name) => {
      const { variables } = operations.of(section).operation
      return variables.kind === "object" && Object.hasOwn(variables.fields, name)
    },
  })
  const result = planResult(mapping, section, operations, scope.variables)
  const close = (object: Planned<Expression>): Planned<GraphqlPlan> => {
    const output = flatMap(result.close(object), (result) =>
      mapPlan(planWithout(mapping, section, operations), (without) => ({
        ...result,
        // Messages and warnings name the list, whatever a condition decides.
        ...(section.pagination && { result: section.pagination.connection }),
        ...without,
      })),
    )
    return flatMap(all([lookups.plans, variables, output]), ([plans, variables, output]) =>
      planned(
        {
          operation: stripped(operation),
          ...decisionOf(section, document),
          ...pagesOf(nested),
          lookups: plans.map((plan) => ({
            ...plan,
            operation: stripped(plan.operation),
            shape: withoutOrigins(plan.shape),
            ...(plan.foreach && {
              foreach: { ...plan.foreach, item: withoutOrigins(plan.foreach.item) },
            }),
          })),
          variables,
          output,
          ...freeTextOf(freeTextInDocument(document, operations.schema)),
        },
        unusedLookups(mapping, section),
      ),
    )
  }
  return { ...result, close }
}

function pagesOf(nested: NestedPages | undefined): Pick<GraphqlPlan, "complete" | "hasParts"> {
  const { complete = {}, hasParts } = nested ?? {}
  return {
    ...(Object.keys(complete).length > 0 && { complete }),
    ...(hasParts && { hasParts }),
  }
}

function unusedLookups(mapping: Mapping, { lookups = {} }: GraphqlSection): Diagnostic[] {
  const unused = Object.keys(lookups).filter((key) => !mapping.isRead(lookupOrigin(key)))
  return unused.map((key) => {
    const span = mapping.source.keySpan(["graphql", "lookups", key])
    return mapping.problem(aboutMapping.unusedLookup(key), span)
  })
}

/** The operation of the card; for a list, in its paged form. */
export function ownOperation(section: GraphqlSection, operations: Operations): PlannedDocument {
  return operations.own(section, pagingOf(section))
}

const connectionAt = ["graphql", "pagination", "connection"]

function planResult(
  mapping: Mapping,
  section: GraphqlSection,
  operations: Operations,
  variables: ReadonlyMap<string, Value>,
): Open<OutputPlan> {
  const { pagination, result } = section
  const { document, operation } = ownOperation(section, operations)
  const { schema } = operations
  const output = planOutput(
    mapping,
    pagination === undefined || (result && result.text !== pagination.connection)
      ? { expression: result, path: ["graphql", "result"], isUnion: isUnion(mapping) }
      : { expression: Path.parse(pagination.connection), path: connectionAt },
    { expression: build.reference("data"), shape: operation.data },
    variables,
  )
  if (pagination === undefined) return output
  return planPage(output, (scope) => {
    const direction = directionOf(document, pagination.connection, schema)
    return planConnectionPage(mapping, section, scope, { schema, direction })
  })
}

function isUnion({ source }: Mapping): boolean {
  return keywordsIn(keywordsIn(source.value).output_schema).oneOf !== undefined
}

/** Lists that repositories of people do not have. */
const optionalLists = ["issueFields", "issueTypes"]

/**
 * The result of a list without its connection: a page without items if only its parent was requested. It is empty if
 * an object above the connection may be absent, such as the checks of a commit.
 */
function planWithout(
  mapping: Mapping,
  section: GraphqlSection,
  operations: Operations,
): Planned<Pick<OutputPlan, "without">> {
  const { document, operation } = ownOperation(section, operations)
  const { pagination } = section
  const path = pagination && connectionPath(document, operations.schema, pagination.connection)
  if (path === undefined) return planned({})
  const scope = {
    purpose: "output",
    variables: new Map<string, Value>(),
    facts: [],
    names: reservedNames(),
  } as const
  const read = (expression: string, current: Value) =>
    mapping.compile(Path.derived(expression), connectionAt, { ...scope, current })
  const data: Value = { expression: build.reference("data"), shape: operation.data }
  const asked = path.found === undefined ? planned(data) : read(path.found, data)
  return flatMap(asked, (asked) => {
    const found: Value = { expression: build.reference("found"), shape: present(asked.shape) }
    return mapPlan(read(path.rest, found), (rest) => {
      if (!isNullish(rest.shape)) return {}
      const isEmpty = path.rest.includes(".") || optionalLists.includes(path.rest)
      const empty = build.helper(isEmpty ? "emptyPage" : "missingPage")
      if (!isNullish(asked.shape)) return { without: empty }
      return { without: build.choice(asked.expression, empty, build.NULL_VALUE) }
    })
  })
}

/**
 * Whether lookups decide which root fields of a mutation are executed: the variable that, if true, leaves only updates,
 * which may be repeated, or else `true`.
 */
function decisionOf(
  { variables = {} }: GraphqlSection,
  { operations, fragments }: DocumentSource,
): Pick<GraphqlPlan, "decided"> {
  const [operation] = operations
  if (operation?.operation !== OperationTypeNode.MUTATION) return {}
  const roots = selectedIn(operation.selectionSet, fragments).map(({ field, through }) => ({
    field,
    directives: [field, ...through.map(({ use }) => use)].flatMap((one) => one.directives ?? []),
  }))
  const isDecided = roots
    .flatMap(({ directives }) => variablesOf(directives))
    .flatMap((name) => (variables[name] ? namesRead(variables[name]).paths : []))
    .some((path) => /^\$lookups\b/.test(path))
  if (!isDecided) return {}
  const skipping = roots
    .filter(({ field }) => !field.name.value.startsWith("update"))
    .map(({ directives }) => variablesOf(directives.filter(({ name }) => name.value === "skip")))
  const updates = skipping[0]?.find((name) => skipping.every((others) => others.includes(name)))
  return { decided: updates ?? true }
}

function variablesOf(directives: readonly DirectiveNode[]): string[] {
  return directives
    .flatMap((one) => one.arguments ?? [])
    .flatMap(({ value }) => (value.kind === Kind.VARIABLE ? value.name.value : []))
}

/** The same object for all cards that send an operation, so that its module is emitted once. */
const stripped = memoize(
  (operation: OperationPlan): OperationPlan => ({
    ...operation,
    variables: withoutOrigins(operation.variables),
    data: withoutOrigins(operation.data),
  }),
)
