/** The captures of the pattern; there are at most three. */
export type Parts = [string, string, string]

export interface Wording {
  /** Set if the pinned schema lacks something that GitHub's newer schema may have. */
  isMissing?: true
  pattern: RegExp
  message: (...parts: Parts) => string
  extensions: (...parts: Parts) => Record<string, unknown>
}

/** graphql-js's message, GitHub's message, and GitHub's machine-readable part. */
export const WORDINGS: readonly Wording[] = [
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
    extensions: missingArgument("Field"),
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
    message: (name, place) =>
      place === ""
        ? `No such type ${name}, so it can't be a fragment condition`
        : `${name} isn't a defined input type (on $${place})`,
    extensions: (typeName, variableName) =>
      variableName === ""
        ? { code: "undefinedType", typeName }
        : { code: "variableRequiresValidType", typeName, variableName },
  },
  {
    pattern:
      /^Fragment (?:"(\w+)" )?cannot be spread here as objects of type "(\w+)" can never be of type "(\w+)"/,
    message: (name, parent, type) =>
      `Fragment ${name && `${name} `}on ${type} can't be spread inside ${parent}`,
    extensions: (name, parentName, typeName) => ({
      code: "cannotSpreadFragment",
      typeName,
      fragmentName: name || "unknown",
      parentName,
    }),
  },
  {
    pattern: /^Fields "(\w+)" conflict because "(\w+)" and "(\w+)" are different fields/,
    message: (field, ...names) =>
      `Field '${field}' has a field conflict: ${names.sort().join(" or ")}?`,
    extensions: (fieldName, ...names) => ({
      code: "fieldConflict",
      fieldName,
      conflicts: names.sort().join(" or "),
    }),
  },
  {
    pattern: /^Unknown directive "@(\w+)"/,
    message: (name) => `Directive @${name} is not defined`,
    extensions: (directiveName) => ({ code: "undefinedDirective", directiveName }),
  },
  {
    pattern: /^Directive "@(\w+)" argument "(\w+)" of type ".+" is required/,
    message: (name, argument) => `Directive '${name}' is missing required arguments: ${argument}`,
    extensions: missingArgument("Directive"),
  },
]

/** A field or a directive without a required argument. */
function missingArgument(className: "Field" | "Directive"): Wording["extensions"] {
  const code = "missingRequiredArguments"
  return (name, argument) => ({ code, className, name, arguments: argument })
}

const named = (type: string): string => type.replace(/[[\]!]/g, "")

/** Whether the types differ only in an exclamation mark. */
const nullability = (type: string, expected: string): boolean =>
  type.replaceAll("!", "") === expected.replaceAll("!", "")
