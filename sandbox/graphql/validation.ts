import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  print,
  specifiedRules,
  validate,
} from "graphql"
import type { ErrorBody } from "./field/index.js"
import { pinnedVersion } from "./schema.js"
import { type Parts, WORDINGS } from "./validation-wordings.js"

/** Validation errors by the pinned schema, in GitHub's words where known. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): ErrorBody[] {
  return validate(schema, document, specifiedRules, { maxErrors: 100 })
    .filter((error) => !isAcceptedByGitHub(error))
    .map((error) => translate(error, document))
}

/**
 * GitHub lets two types of a union answer the same key with different types
 * (`... on Issue { state } ... on PullRequest { state }`), which the specification forbids and
 * the real `gh` relies on.
 */
const isAcceptedByGitHub = (error: GraphQLError): boolean =>
  error.message.includes("they return conflicting types") &&
  !error.message.includes("are different fields") &&
  !error.message.includes("they have differing arguments")

function translate(error: GraphQLError, document: DocumentNode): ErrorBody {
  const place = error.locations ? { locations: error.locations } : {}
  for (const { pattern, message, extensions, isMissing } of WORDINGS) {
    const match = pattern.exec(error.message)
    if (!match) continue
    const parts: Parts = [match[1] ?? "", match[2] ?? variableOf(error, document), match[3] ?? ""]
    const sentence = message(...parts)
    return {
      ...place,
      message: isMissing ? `${sentence} ${inPinnedSchema()}` : sentence,
      extensions: extensions(...parts),
    }
  }
  const isNewer = /does not exist in ".+" enum/.test(error.message)
  return { ...place, message: isNewer ? `${error.message} ${inPinnedSchema()}` : error.message }
}

/** The variable whose declaration has the mistake. */
function variableOf({ nodes }: GraphQLError, document: DocumentNode): string {
  const at = nodes?.[0]?.loc
  const declared = document.definitions.flatMap((definition) =>
    "variableDefinitions" in definition ? (definition.variableDefinitions ?? []) : [],
  )
  const around = declared.find(({ loc }) => at && loc && loc.start <= at.start && at.end <= loc.end)
  return around?.variable.name.value ?? ""
}

/** Added after GitHub's message, so that tests for that message still match. */
const inPinnedSchema = (): string =>
  `(in the schema that the sandbox has pinned, ${pinnedVersion()}; GitHub's own may be newer)`

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
