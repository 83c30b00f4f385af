import { type GraphQLError, type OperationDefinitionNode, print } from "graphql"
import type { ErrorBody } from "./field/index.js"

/** Errors for variables of the wrong type, in GitHub's words, one each. */
export function variableErrors(
  errors: readonly GraphQLError[],
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): ErrorBody[] {
  const byName = new Map<string, GraphQLError[]>()
  for (const error of errors) {
    const name = /"\$(\w+)"/.exec(error.message)?.[1] ?? ""
    byName.set(name, [...(byName.get(name) ?? []), error])
  }
  return [...byName].map(([name, problems]) => {
    const definition = operation.variableDefinitions?.find(
      (variable) => variable.variable.name.value === name,
    )
    const type = definition ? print(definition.type) : "unknown"
    return {
      ...(problems[0]?.locations && { locations: problems[0].locations }),
      message: `Variable $${name} of type ${type} was provided invalid value`,
      extensions: {
        value: given[name] ?? null,
        problems: problems.map((problem) => ({ path: [], explanation: explain(problem, type) })),
      },
    }
  })
}

function explain(error: GraphQLError, type: string): string {
  if (error.message.includes("was not provided")) return "Expected value to not be null"
  const reason = /; (.+)$/.exec(error.message)?.[1]
  return reason ?? `Could not coerce value to ${type}`
}
