import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql"
import { inputOfVariables } from "./input-of-variables.js"
import { outputOfSelection } from "./output-of-selection.js"

/** A minimal card around a document: every variable is an input, every selected field an output. */
export function cardAround(id: string, text: string, schema: GraphQLSchema) {
  const document = parse(text)
  const operation = operationOf(document)
  const { output_schema, output, result, pagination } = outputOfSelection(
    document,
    operation,
    schema,
  )
  const provided = new Set(pagination === undefined ? [] : ["first", "after"])
  const { input_schema, variables } = inputOfVariables(operation, schema, provided)
  return {
    capability_id: id,
    version: "1.0.0",
    description: "Compile a document that was not written for this compiler.",
    effect: operation.operation === "mutation" ? "write" : "read",
    idempotent: operation.operation === "query",
    ...(operation.operation === "mutation" && { reconcile: { none: "Nothing tells." } }),
    input_schema,
    output_schema,
    routing: { preferred: "graphql", fallbacks: [] },
    graphql: {
      operationName: operation.name?.value ?? "",
      documentPath: `operations/${id.split(".").join("/")}.graphql`,
      variables,
      ...(result === undefined ? {} : { result }),
      ...(pagination === undefined ? {} : { pagination }),
      output,
    },
  }
}

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error("the document has no operation")
  return operation
}
