import { type GraphQLSchema, Kind, visit } from "graphql"
import type { JsonSchema } from "../../runtime/definition.js"
import type { RestDescription } from "../../schema/slim-rest.js"
import { type Cost, checkConnections, type PageSizeOf } from "../check/connections.js"
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js"
import { code, parsePath } from "../path/index.js"
import type { CardSource } from "../read/card.js"
import type { Card, GraphqlSection, RestSection } from "../read/card-format.js"
import type { DocumentSource } from "../read/document.js"
import { fromJsonSchema } from "../shape/from-json-schema.js"
import { originOf } from "../shape/from-selection.js"
import { type Shape, without } from "../shape/shape.js"
import type { CapabilityPlan, GraphqlPlan, OperationPlan, RestPlan } from "./capability-plan.js"
import { resolveContract } from "./contract.js"
import { lookupOrigin, planLookups } from "./lookups.js"
import { Mapping } from "./mapping.js"
import { withoutOrigins } from "./operation.js"
import type { OperationsByPath } from "./operations.js"
import { planOutput } from "./output.js"
import { planRest } from "./rest.js"
import { inputScope, planVariables } from "./variables.js"

/** The pinned descriptions of GitHub, each read when it is first asked for. */
export interface Pins {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
}

/** Plans one capability: proves its mappings, and resolves all that the emitters need. */
export function planCapability(
  source: CardSource,
  card: Card,
  operations: OperationsByPath,
  pins: Pins,
): { plan?: CapabilityPlan; diagnostics: Diagnostic[] } {
  const contract = resolveContract(card)
  const mapping = new Mapping(source, "graphql")
  const documents: Diagnostic[] = []
  let cost: Cost = { points: 1, nodes: 0 }
  let graphql: GraphqlPlan | undefined
  if (card.graphql !== undefined) {
    const planned = planGraphql(mapping, card, card.graphql, contract.input, operations)
    if (planned !== undefined) {
      const pageSizes = pageSizesOf(card.graphql, contract.input, planned.document)
      const checked = checkConnections(planned.document, pins.schema(), pageSizes)
      documents.push(...checked.diagnostics, ...unusedSelections(mapping, planned.document))
      cost = checked.cost
      graphql = planned.graphql
    }
  }
  const restMapping = new Mapping(source, "rest")
  const rest =
    card.rest === undefined
      ? undefined
      : planRestRoute(restMapping, card, card.rest, contract, pins)
  const diagnostics = [...mapping.diagnostics, ...documents, ...restMapping.diagnostics]
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics }
  if (card.graphql !== undefined && graphql === undefined) return { diagnostics }
  const planned = { graphql, rest, cli: undefined }
  const routes = [card.routing.preferred, ...card.routing.fallbacks].filter(
    (route) => planned[route],
  )
  const plan: CapabilityPlan = {
    id: card.capability_id,
    version: card.version,
    description: card.description,
    effect: card.effect,
    idempotent: card.idempotent,
    ...(card.since === undefined ? {} : { since: card.since }),
    ...(card.deprecated === undefined ? {} : { deprecated: card.deprecated }),
    notes: card.routing.notes ?? [],
    examples: card.examples ?? [],
    card: source.file.path,
    routes,
    isList: card.graphql?.pagination !== undefined,
    input: contract.input,
    output: contract.output,
    cost,
    ...(graphql === undefined ? {} : { graphql }),
    ...(rest === undefined ? {} : { rest }),
  }
  return { plan, diagnostics }
}

function planGraphql(
  mapping: Mapping,
  card: Card,
  section: GraphqlSection,
  input: JsonSchema,
  operations: OperationsByPath,
): { graphql: GraphqlPlan; document: DocumentSource } | undefined {
  const { source } = mapping
  const isAtPath = isDocumentAtCardPath(mapping, section, operations)
  const reserved = Object.keys(card.input_schema.properties ?? {}).filter(
    (name) => section.pagination !== undefined && ["first", "after"].includes(name),
  )
  for (const name of reserved) {
    const span = source.keySpan(["input_schema", "properties", name])
    mapping.report(
      "GHX1108",
      span,
      `pagination adds \`${name}\` to the input itself: remove it here`,
    )
  }
  const found = isAtPath ? operations.find(mapping, section, ["graphql"]) : undefined
  const inputShape = inputShapeOf(input)
  const lookups = planLookups(mapping, section.lookups ?? {}, inputShape, operations)
  if (found === undefined) return undefined
  requireEffect(mapping, card, found.operation)
  const scope = inputScope(inputShape, lookups.shape)
  const variables = planVariables({
    mapping,
    operation: found.operation,
    section: section.variables ?? {},
    path: section.variables === undefined ? ["graphql"] : ["graphql", "variables"],
    scope,
  })
  const output = planOutput(
    mapping,
    card.output_schema,
    section,
    { code: code.reference("data"), shape: found.operation.data },
    scope.variables,
  )
  const arePlanned = lookups.plans.length === Object.keys(section.lookups ?? {}).length
  if (arePlanned) {
    reportUnusedLookups(mapping, section)
    reportUnusedInputs(mapping, card)
  }
  if (output === undefined) return undefined
  return {
    document: found.document,
    graphql: {
      operation: stripped(found.operation),
      lookups: lookups.plans.map((plan) => ({
        ...plan,
        operation: stripped(plan.operation),
        shape: withoutOrigins(plan.shape),
        ...(plan.foreach && {
          foreach: { ...plan.foreach, item: withoutOrigins(plan.foreach.item) },
        }),
      })),
      variables,
      output,
    },
  }
}

function planRestRoute(
  mapping: Mapping,
  card: Card,
  section: RestSection,
  contract: { input: JsonSchema },
  { rest }: Pins,
): RestPlan | undefined {
  if (card.graphql?.pagination !== undefined) {
    const span = mapping.source.keySpan(["rest"])
    mapping.report(
      "GHX1317",
      span,
      "REST counts no items and has no cursors: a list cannot fall back to it",
    )
    return undefined
  }
  const input = inputShapeOf(contract.input)
  const plan = planRest(mapping, section, input, card.output_schema, rest())
  reportUnusedInputs(mapping, card)
  return plan
}

function stripped(operation: OperationPlan): OperationPlan {
  return {
    ...operation,
    variables: withoutOrigins(operation.variables),
    data: withoutOrigins(operation.data),
  }
}

/** The input as the mappings see it, each property with the place of its declaration. */
function inputShapeOf(input: JsonSchema): Shape {
  return withDefaults(
    fromJsonSchema(input, (path) => `$input@${path.join(".")}`),
    input,
  )
}

/** What has a default is there. */
function withDefaults(shape: Shape, schema: JsonSchema): Shape {
  if (shape.kind !== "object") return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    const hasDefault = schema.properties?.[name]?.default !== undefined
    return [name, hasDefault ? { ...field, shape: without(field.shape, "absent") } : field]
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}

/** The document of a card is at the card's path, so that one leads to the other. */
function isDocumentAtCardPath(
  mapping: Mapping,
  section: GraphqlSection,
  operations: OperationsByPath,
): boolean {
  const { source } = mapping
  const wanted = source.file.path.replace(/^cards\//, "operations/").replace(/\.ya?ml$/, ".graphql")
  const { documentPath } = section
  if (documentPath === wanted) return true
  const span = source.valueSpan(["graphql", "documentPath"])
  const message = `the document of this card belongs at \`${wanted}\`, found \`${documentPath}\``
  const help = operations.has(wanted)
    ? `write \`${wanted}\``
    : operations.has(documentPath)
      ? "move the document there"
      : `create \`${wanted}\``
  mapping.report("GHX1213", span, message, help)
  return false
}

function requireEffect(mapping: Mapping, card: Card, operation: OperationPlan): void {
  const isRead = card.effect === "read"
  if (isRead === (operation.type === "query")) return
  const span = mapping.source.valueSpan(["effect"])
  const message = `\`${operation.name}\` is a ${operation.type}, so the effect cannot be \`${card.effect}\``
  const help = isRead ? "write `write`, or `destroy` when it cannot be taken back" : "write `read`"
  mapping.report("GHX1206", span, message, help)
}

/** Look-ups that no mapping reads. */
function reportUnusedLookups(mapping: Mapping, section: GraphqlSection): void {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return
  for (const key of Object.keys(section.lookups ?? {})) {
    if (mapping.isRead(lookupOrigin(key))) continue
    const span = mapping.source.keySpan(["graphql", "lookups", key])
    mapping.report("GHX1313", span, `nothing reads \`$lookups.${key}\``, undefined, "warning")
  }
}

/** Inputs that a route does not read: a caller who sets them would be ignored. */
function reportUnusedInputs(mapping: Mapping, card: Card): void {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return
  const visitSchema = (
    schema: JsonSchema,
    path: readonly string[],
    at: readonly string[],
  ): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const here = [...path, name]
      const place = [...at, "properties", name]
      if (!mapping.isRead(`$input@${here.join(".")}`)) {
        const span = mapping.source.keySpan(place)
        const message = `the input \`${here.join(".")}\` is never used`
        const help =
          mapping.route === "graphql"
            ? "map it under `graphql.variables`, or remove it"
            : "map it in an endpoint, or remove the REST route"
        mapping.report(
          "GHX1308",
          span,
          mapping.route === "graphql" ? message : `${message} by the REST route`,
          help,
        )
      } else visitSchema(property, here, place)
    }
    if (schema.items !== undefined) visitSchema(schema.items, [...path, "[]"], [...at, "items"])
  }
  visitSchema(card.input_schema, [], ["input_schema"])
}

/** Fields that the document selects and no mapping reads: they cost time and say nothing. */
function unusedSelections(mapping: Mapping, document: DocumentSource): Diagnostic[] {
  if (mapping.diagnostics.some(({ severity }) => severity === "error")) return []
  const { file } = document
  const diagnostics: Diagnostic[] = []
  visit(document.ast, {
    [Kind.FIELD]: (node) => {
      if (node.name.value === "clientMutationId" || mapping.isRead(originOf(file.path, node)))
        return undefined
      const span = { start: node.loc?.start ?? 0, end: node.name.loc?.end ?? 0 }
      const name = node.alias?.value ?? node.name.value
      diagnostics.push(
        diagnostic("GHX1212", file, span, `\`${name}\` is selected and never used`, {
          severity: "warning",
        }),
      )
      // What is below an unused field is unused with it.
      return false
    },
  })
  return diagnostics
}

/** What bounds a variable that is a page size: the input schema, through a mapping that names an input. */
function pageSizesOf(
  section: GraphqlSection,
  input: JsonSchema,
  document: DocumentSource,
): PageSizeOf {
  return (variable) => {
    const expression = section.variables?.[variable] ?? variable
    const parsed = parsePath(expression)
    if (!parsed.ok) return "nothing bounds it"
    const { root } = parsed.expression
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
      return "nothing bounds it"
    }
    const isGiven = property.default !== undefined || input.required?.includes(root.name) === true
    if (!isGiven && ofDocument === undefined) return `the input \`${root.name}\` may be left out`
    const sizes = [
      property.minimum,
      property.maximum,
      ...(isGiven || ofDocument === undefined ? [] : [ofDocument]),
    ]
    return { least: Math.min(...sizes), most: Math.max(...sizes) }
  }
}

/** The default that the document gives a variable. */
function defaultOf(document: DocumentSource, variable: string): number | undefined {
  const definitions = document.operations[0]?.variableDefinitions ?? []
  const definition = definitions.find((one) => one.variable.name.value === variable)
  const value = definition?.defaultValue
  return value?.kind === Kind.INT ? Number(value.value) : undefined
}
