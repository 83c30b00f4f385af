import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  validate,
} from "graphql"
import type { ErrorBody } from "./errors.js"
import { pinnedVersion } from "./schema.js"

/** What the pinned schema says against the document, in GitHub's words where they are known. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): ErrorBody[] {
  return validate(schema, document, specifiedRules, { maxErrors: 100 })
    .filter((error) => !isAcceptedByGitHub(error))
    .map((error) => translate(error))
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

/** What the pattern captured; no pattern captures more. */
type Parts = [string, string, string]

interface Wording {
  /** The pinned schema lacks it, which GitHub's newer one may not. */
  isMissing?: true
  pattern: RegExp
  message: (...parts: Parts) => string
  extensions: (...parts: Parts) => Record<string, unknown>
}

/** graphql-js's sentence, GitHub's, and the machine-readable part that only GitHub has. */
const WORDINGS: readonly Wording[] = [
  {
    isMissing: true,
    pattern: /^Cannot query field "(\w+)" on type "(\w+)"/,
    message: (field, type) => `Field '${field}' doesn't exist on type '${type}'`,
    extensions: (fieldName, typeName) => ({ code: "undefinedField", typeName, fieldName }),
  },
  {
    isMissing: true,
    pattern: /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    message: (argument, field) => `Field '${field}' doesn't accept argument '${argument}'`,
    extensions: (argumentName, name) => ({
      code: "argumentNotAccepted",
      name,
      typeName: "Field",
      argumentName,
    }),
  },
  {
    pattern: /^Field "(\w+)" argument "(\w+)" of type ".+" is required/,
    message: (field, argument) => `Field '${field}' is missing required arguments: ${argument}`,
    extensions: (name, argument) => ({
      code: "missingRequiredArguments",
      className: "Field",
      name,
      arguments: argument,
    }),
  },
  {
    pattern: /^Field "(\w+)" of type "([^"]+)" must have a selection of subfields/,
    message: (field, type) =>
      `Field must have selections (field '${field}' returns ${named(type)} but has no selections. Did you mean '${field} { ... }'?)`,
    extensions: (field, type) => ({
      code: "selectionMismatch",
      nodeName: `field '${field}'`,
      typeName: named(type),
    }),
  },
  {
    pattern: /^Field "(\w+)" must not have a selection since type "([^"]+)"/,
    message: (field, type) =>
      `Selections can't be made on scalars (field '${field}' returns ${named(type)} but has selections)`,
    extensions: (field, type) => ({
      code: "selectionMismatch",
      nodeName: `field '${field}'`,
      typeName: named(type),
    }),
  },
  {
    pattern: /^Variable "\$(\w+)" is not defined(?: by operation "(\w+)")?/,
    message: (variable, operation) =>
      `Variable $${variable} is used by ${operation || "anonymous query"} but not declared`,
    extensions: (variableName) => ({ code: "variableNotDefined", variableName }),
  },
  {
    pattern: /^Variable "\$(\w+)" is never used(?: in operation "(\w+)")?/,
    message: (variable, operation) =>
      `Variable $${variable} is declared by ${operation || "anonymous query"} but not used`,
    extensions: (variableName) => ({ code: "variableNotUsed", variableName }),
  },
  {
    pattern: /^Variable "\$(\w+)" of type "([^"]+)" used in position expecting type "([^"]+)"/,
    message: (variable, type, expected) =>
      `${nullability(type, expected) ? "Nullability" : "Type"} mismatch on variable $${variable} and argument (${type} / ${expected})`,
    extensions: (variableName, typeName) => ({
      code: "variableMismatch",
      variableName,
      typeName,
    }),
  },
  {
    pattern: /^Unknown fragment "(\w+)"/,
    message: (name) => `Fragment ${name} was used, but not defined`,
    extensions: (fragmentName) => ({ code: "useAndDefineFragment", fragmentName }),
  },
  {
    pattern: /^Fragment "(\w+)" is never used/,
    message: (name) => `Fragment ${name} was defined, but not used`,
    extensions: (fragmentName) => ({ code: "useAndDefineFragment", fragmentName }),
  },
  {
    isMissing: true,
    pattern: /^Unknown type "(\w+)"/,
    message: (name) => `${name} isn't a defined input type (on $input)`,
    extensions: (typeName) => ({ code: "variableRequiresValidType", typeName }),
  },
]

const named = (type: string): string => type.replace(/[[\]!]/g, "")

/** The types differ in nothing but an exclamation mark. */
const nullability = (type: string, expected: string): boolean =>
  type.replaceAll("!", "") === expected.replaceAll("!", "")

function translate(error: GraphQLError): ErrorBody {
  const place = error.locations ? { locations: error.locations } : {}
  for (const { pattern, message, extensions, isMissing } of WORDINGS) {
    const match = pattern.exec(error.message)
    if (!match) continue
    const parts: Parts = [match[1] ?? "", match[2] ?? "", match[3] ?? ""]
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

/** After GitHub's sentence, so that who looks for that still finds it. */
const inPinnedSchema = (): string =>
  `(in the schema that the sandbox has pinned, ${pinnedVersion()}; GitHub's own may be newer)`
