import { type Doc, hardline, indent, join, literalline } from "../layout/index.js"
import { literalCode } from "../path/index.js"
import type { OperationPlan } from "../plan/index.js"
import type { Shape } from "../shape/index.js"
import { camelCase, docComment, identifier, stringLiteral, templateLiteral } from "../text/index.js"
import { printModule, relativePath } from "./module.js"
import { operationPath } from "./names.js"
import { memberDocs, typeOf } from "./type.js"

/** What cards do with a document: it is the operation of one, the look-up of others, or both. */
export type OperationUse = "operation" | "lookup" | "both"

/** Types of an operation's variables and of what GitHub answers; of a look-up, the operation too. */
export function emitOperation(
  operation: OperationPlan,
  use: OperationUse,
): [path: string, text: string] {
  const path = operationPath(operation.path)
  const types = operationTypes(operation)
  const parts = use === "lookup" ? undefined : partsConstant(operation)
  const constant = use === "operation" ? undefined : operationDoc(operation, parts !== undefined)
  const declarations = [
    interfaceDoc(types.variables, `Variables of \`${operation.name}\`.`, operation.variables),
    interfaceDoc(types.data, `What GitHub answers to \`${operation.name}\`.`, operation.data),
    ...(parts === undefined ? [] : [parts]),
    ...(constant === undefined ? [] : [constant]),
  ]
  const from = relativePath(path, "runtime/definition.js")
  const names = [
    ...(constant === undefined ? [] : ["GraphqlOperation"]),
    ...(parts === undefined ? [] : ["OperationParts"]),
  ]
  const imports = names.length === 0 ? [] : [{ from, names, types: true }]
  return [path, printModule({ path, sources: [operation.path], imports, declarations })]
}

/** Whether the module of an operation has its parts. */
export function hasParts(operation: OperationPlan): boolean {
  return !operation.isolated
}

function partsConstant(operation: OperationPlan): Doc | undefined {
  if (!hasParts(operation)) return undefined
  const comment = `Where the pieces of \`${operation.name}\` stand, for merging.`
  return [
    docComment([comment]),
    hardline,
    "export const parts: OperationParts = ",
    literalCode(operation.parts).doc,
  ]
}

/** `IssueViewQueryVariables` and `IssueViewQuery`. */
export function operationTypes(operation: OperationPlan): { variables: string; data: string } {
  const base = `${operation.name}${operation.type === "mutation" ? "Mutation" : "Query"}`
  return { variables: identifier(`${base}Variables`), data: identifier(base) }
}

/** The constant of a look-up's operation: `labelId`. */
export function lookupName(operation: OperationPlan): string {
  return identifier(camelCase(operation.name))
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

function operationDoc(operation: OperationPlan, hasParts: boolean): Doc {
  return [
    `export const ${lookupName(operation)}: GraphqlOperation = {`,
    indent([
      hardline,
      join(hardline, [
        `type: "query",`,
        `name: ${stringLiteral(operation.name)},`,
        operation.isolated
          ? "isolated: true,"
          : hasParts
            ? "parts,"
            : ["parts: ", literalCode(operation.parts).doc, ","],
        ["document: ", documentDoc(operation.text), ","],
      ]),
    ]),
    hardline,
    "}",
  ]
}

/** A document as a template literal, line for line as it is written. */
export function documentDoc(text: string): Doc {
  return join(literalline, templateLiteral(text).split("\n"))
}
