import type { OperationPlan } from "../plan/index.js"
import type { Shape } from "../shape/index.js"
import { camelCase, docComment, identifier, stringLiteral, templateLiteral } from "../text/index.js"
import { type Doc, hardline, indent, join, literalline } from "./layout.js"
import { literalDoc } from "./literal.js"
import { printModule, relativePath } from "./module.js"
import { operationPath } from "./names.js"
import { memberDocs, typeOf } from "./type.js"

/** What the module of a document exports. */
export interface OperationNames {
  /** The operation itself: `issueViewQuery`. */
  readonly constant: string
  /** The type of what GitHub answers: `IssueViewQuery`. */
  readonly data: string
  /** The type of its variables: `IssueViewQueryVariables`. */
  readonly variables: string
}

/** The module of one document, whoever uses it: its text, where the pieces of that stand, and its types. */
export function emitOperation(operation: OperationPlan): [path: string, text: string] {
  const path = operationPath(operation.path)
  const { constant, data, variables } = operationNames(operation)
  const declarations = [
    [
      docComment([`\`${operation.name}\`, for the calls of every capability that asks for it.`]),
      hardline,
      `export const ${constant}: GraphqlOperation = {`,
      indent([hardline, join(hardline, operationMembers(operation))]),
      hardline,
      "}",
    ],
    interfaceDoc(variables, `Variables of \`${operation.name}\`.`, operation.variables),
    interfaceDoc(data, `What GitHub answers to \`${operation.name}\`.`, operation.data),
  ]
  const from = relativePath(path, "runtime/definition/index.js")
  const imports = [{ from, names: ["GraphqlOperation"], types: true }]
  return [path, printModule({ path, sources: [operation.path], imports, declarations })]
}

export function operationNames({ name, type }: OperationPlan): OperationNames {
  // A type begins with a capital letter, whatever the document calls the operation.
  const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const data = identifier(`${own}${type === "mutation" ? "Mutation" : "Query"}`)
  return { constant: identifier(camelCase(data)), data, variables: `${data}Variables` }
}

function operationMembers({ type, name, text, isolated, parts }: OperationPlan): Doc[] {
  return [
    `type: ${stringLiteral(type)},`,
    `name: ${stringLiteral(name)},`,
    ["document: ", documentDoc(text), ","],
    isolated ? "isolated: true," : ["parts: ", literalDoc(parts), ","],
  ]
}

/** A document as a template literal, line for line as it is written. */
function documentDoc(text: string): Doc {
  return join(literalline, templateLiteral(text).split("\n"))
}

export function interfaceDoc(name: string, comment: string, shape: Shape): Doc {
  const head = [docComment([comment]), hardline]
  if (shape.kind !== "object") return [...head, `export type ${name} = `, typeOf(shape)]
  const members = memberDocs(shape)
  if (members.length === 0) return [...head, `export type ${name} = Record<string, never>`]
  return [
    ...head,
    `export interface ${name} {`,
    indent([hardline, join(hardline, members)]),
    hardline,
    "}",
  ]
}
