import type { JsonSchema } from "../../runtime/definition.js"
import type { Card, DocumentSource, GraphqlSection } from "../parse/index.js"
import { code, takenNames, type Value } from "../path/index.js"
import { isNullish, present } from "../shape/index.js"
import type { GraphqlPlan, OperationPlan, OutputPlan } from "./capability-plan.js"
import { planConnectionPage } from "./connection-page.js"
import { connectionPath } from "./found-part.js"
import { inputShapeOf } from "./input-shape.js"
import { planLookups } from "./lookups.js"
import type { Mapping } from "./mapping.js"
import { planObject } from "./object.js"
import { withoutOrigins } from "./operation.js"
import type { OperationsByPath } from "./operations.js"
import { planOutput } from "./output.js"
import { reportReservedInputs } from "./reserved-inputs.js"
import { reportUnusedInputs, reportUnusedLookups } from "./unused.js"
import { inputScope, planVariables } from "./variables.js"

/** Plans the GraphQL route: the document is the card's, its variables are provided, and the result is the contract's. */
export function planGraphql(
  mapping: Mapping,
  card: Card,
  section: GraphqlSection,
  input: JsonSchema,
  operations: OperationsByPath,
): { graphql: GraphqlPlan; document: DocumentSource } | undefined {
  const isAtPath = isDocumentAtCardPath(mapping, section, operations)
  reportReservedInputs(mapping, card)
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
  const { pagination, result } = section
  const data: Value = { code: code.reference("data"), shape: found.operation.data }
  const output = planOutput(
    mapping,
    pagination === undefined
      ? { expression: result, path: ["graphql", "result"] }
      : { expression: pagination.connection, path: connectionAt },
    data,
    scope.variables,
    (inner) =>
      pagination === undefined
        ? planObject(mapping, card.output_schema, section, inner)
        : planConnectionPage(mapping, card.output_schema, section, inner),
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
      output: { ...output, ...(pagination && planWithout(mapping, found, pagination, data)) },
    },
  }
}

const connectionAt = ["graphql", "pagination", "connection"]

/** What a list is without its connection: empty, where only what it belongs to was asked for. */
function planWithout(
  mapping: Mapping,
  { document, operation }: { document: DocumentSource; operation: OperationPlan },
  { connection }: { connection: string },
  data: Value,
): Pick<OutputPlan, "without"> {
  const path = connectionPath(document, operation.name, connection)
  if (path === undefined) return {}
  const scope = {
    purpose: "output",
    variables: new Map<string, Value>(),
    facts: [],
    names: takenNames(),
  } as const
  const read = (expression: string, current: Value) =>
    mapping.compile(expression, connectionAt, { ...scope, current })
  const asked = path.found === undefined ? data : read(path.found, data)
  if (!asked) return {}
  const rest = read(path.rest, { code: code.reference("found"), shape: present(asked.shape) })
  if (!rest || !isNullish(rest.shape)) return {}
  const empty = code.helper("emptyPage", [])
  if (!isNullish(asked.shape)) return { without: empty.doc }
  return { without: code.conditional(asked.code, empty, code.short("null")).doc }
}

function stripped(operation: OperationPlan): OperationPlan {
  return {
    ...operation,
    variables: withoutOrigins(operation.variables),
    data: withoutOrigins(operation.data),
  }
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
