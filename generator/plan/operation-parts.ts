import { Kind, visit } from "graphql"
import type { OperationParts } from "../../runtime/definition/index.js"
import type { DocumentSource } from "../parse/index.js"
import { selectedIn } from "../shape/index.js"

/**
 * The offsets for concatenating merged documents. They save the runtime a parser, and let a generated module contain
 * its document only once, as written.
 */
export function operationParts({ ast, operations, fragments }: DocumentSource): OperationParts {
  const [operation] = operations
  const definitions = operation?.variableDefinitions ?? []
  const selected = operation ? selectedIn(operation.selectionSet, fragments) : []
  const own = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  // A fragment that is used twice occurs only once in the text.
  const roots = [...new Set(selected.map(({ field }) => field))]

  const names: number[] = roots.flatMap((root) => root.alias?.loc?.start ?? [])
  visit(ast, {
    Variable: (node) => void names.push((node.loc?.start ?? 0) + 1),
    FragmentSpread: ({ name }) => {
      // A shared fragment keeps its name.
      if (own.some((one) => one.name.value === name.value)) names.push(name.loc?.start ?? 0)
    },
    FragmentDefinition: (node) => void names.push(node.name.loc?.start ?? 0),
  })
  return {
    variables: [definitions[0]?.loc?.start ?? 0, definitions.at(-1)?.loc?.end ?? 0],
    selections: [
      (operation?.selectionSet.loc?.start ?? 0) + 1,
      (operation?.selectionSet.loc?.end ?? 1) - 1,
    ],
    ...(own.length > 0 && { fragments: own.map(({ loc }) => [loc?.start ?? 0, loc?.end ?? 0]) }),
    names: names.sort((a, b) => a - b),
    roots: roots
      .flatMap((root) => (root.alias === undefined ? (root.loc?.start ?? []) : []))
      .sort((a, b) => a - b),
  }
}
