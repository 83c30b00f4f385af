import { LOOKUP_FOLDER } from "../parse/index.js"
import { type FragmentPlan, type OperationPlan, sharedLookupOf } from "../plan/index.js"
import { type Shape, withoutNodes } from "../shape/index.js"
import { camelCase, docComment, identifier, stringLiteral, templateLiteral } from "../text/index.js"
import {
  braces,
  bracketed,
  type Doc,
  hardline,
  join,
  line,
  literalDoc,
  literalline,
} from "./layout.js"
import { factsDoc, mappingDoc, objectOfProperties } from "./mapping.js"
import {
  fragmentType,
  type Import,
  importPath,
  memoizeModules,
  operationPath,
  type PackageImports,
  printModule,
} from "./module.js"
import { interfaceDoc, withEnums } from "./type.js"

export interface OperationNames {
  /** The operation itself: `operation`, in the library `issueIdQuery`. */
  readonly constant: string
  /** The type of GitHub's answer: `Data`, in the library `IssueIdQuery`. */
  readonly data: string
  /** The type of its variables: `Variables`, in the library `IssueIdQueryVariables`. */
  readonly variables: string
  /** The lookup, if the document is in the library: `issueId`. */
  readonly lookup: string
}

/** The module of one document: its text, the offsets of its parts, and its types. */
export const emitOperation = memoizeModules((operation: OperationPlan, packageImports) => {
  const path = operationPath(operation.path)
  const { constant, data, variables } = operationNames(operation)
  const declarations = [
    [`export const ${constant}: GraphqlOperation = `, braces(operationMembers(operation))],
    ...lookupDocs(operation),
    interfaceDoc(variables, "", withoutNodes(operation.variables)),
    ...dataDocs(data, operation.data, [variables]),
  ]
  const imports = importsOf(path, "GraphqlOperation", operation, packageImports)
  return printModule({ path, source: operation.path, imports, declarations }, packageImports)
})

function dataDocs(name: string, data: Shape, others: readonly string[] = []): Doc[] {
  const { shape, enums } = withEnums(withoutNodes(data), [name, ...others])
  return [...enums, interfaceDoc(name, "", shape)]
}

/** The declarations that lookups with the same library document share. */
function lookupDocs(operation: OperationPlan): Doc[] {
  const shared = sharedLookupOf(operation)
  if (shared === undefined) return []
  const { constant, data, variables, lookup } = operationNames(operation)
  const input = { name: "input", type: variables }
  const given = objectOfProperties(shared.variables)
  const members = [
    factsDoc([`operation: ${constant}`, `subject: ${stringLiteral(shared.subject)}`]),
    mappingDoc(undefined, "variables", [input], given),
    mappingDoc(undefined, "result", [{ name: "data", type: data }], shared.result),
  ]
  const comment = docComment(["The lookup for capabilities with inputs of these names."])
  return [[comment, hardline, `export const ${lookup} = `, braces(members)]]
}

/** The module of a shared fragment: its text, and the type of its selection. */
export const emitFragment = memoizeModules((fragment: FragmentPlan, packageImports) => {
  const path = operationPath(fragment.path)
  const { name, text, data } = fragment
  const declarations = [
    [
      `export const ${fragmentConstant(fragment)}: GraphqlFragment = `,
      braces([
        `name: ${stringLiteral(name)},`,
        ["document: ", documentDoc(text), ","],
        ...spreads(fragment),
      ]),
    ],
    ...dataDocs(fragmentType(fragment.name), data),
  ]
  const imports = importsOf(path, "GraphqlFragment", fragment, packageImports)
  return printModule({ path, source: fragment.path, imports, declarations }, packageImports)
})

function fragmentConstant(fragment: Pick<FragmentPlan, "name">): string {
  return camelCase(fragmentType(fragment.name))
}

/** The imports of a module: types, and the shared fragments that it uses. */
function importsOf(
  path: string,
  type: string,
  { fragments = [] }: Spreading,
  packageImports: PackageImports,
): Import[] {
  return [
    {
      from: importPath(path, "runtime/definition/index.ts", packageImports),
      names: [type],
      types: true,
    },
    ...fragments.map((one) => {
      const from = importPath(path, operationPath(one.path), packageImports)
      return { from, names: [fragmentConstant(one)] }
    }),
  ]
}

interface Spreading {
  readonly fragments?: readonly FragmentPlan[]
}

function spreads({ fragments = [] }: Spreading): Doc[] {
  if (fragments.length === 0) return []
  const names = join([",", line], fragments.map(fragmentConstant))
  return [bracketed("fragments: [", names, "],")]
}

/** Modules import documents of the library from one index, so their names differ. */
export function operationNames({
  path,
  name,
  type,
}: Pick<OperationPlan, "path" | "name" | "type">): OperationNames {
  // The name of a type begins with a capital letter, whatever the operation is called.
  const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const lookup = identifier(camelCase(own))
  if (!path.includes(LOOKUP_FOLDER))
    return { constant: "operation", data: "Data", variables: "Variables", lookup }
  const data = identifier(`${own}${type === "mutation" ? "Mutation" : "Query"}`)
  return { constant: identifier(camelCase(data)), data, variables: `${data}Variables`, lookup }
}

function operationMembers(operation: OperationPlan): Doc[] {
  const { type, name, text, isolated, parts, requests, nodes, slow } = operation
  return [
    factsDoc([`type: ${stringLiteral(type)}`, `name: ${stringLiteral(name)}`]),
    ["document: ", documentDoc(text), ","],
    ...spreads(operation),
    isolated ? "isolated: true," : ["parts: ", literalDoc(parts), ","],
    ...(requests ? [`requests: [${requests.join(", ")}],`] : []),
    ...(nodes && !isolated ? [`nodes: [${nodes.join(", ")}],`] : []),
    ...(slow && !isolated ? ["slow: true,"] : []),
  ]
}

/** A document as a template literal, with its lines unchanged. */
function documentDoc(text: string): Doc {
  return join(literalline, templateLiteral(text).split("\n"))
}
