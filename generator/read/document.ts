import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql"
import { type Diagnostic, diagnostic, type SourceFile } from "../diagnostics/diagnostic.js"

/** A GraphQL document as read. */
export interface DocumentSource {
  readonly file: SourceFile
  readonly ast: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Reads one document. A document with a syntax error has diagnostics and no source. */
export function readDocument(
  path: string,
  text: string,
): { source?: DocumentSource; diagnostics: Diagnostic[] } {
  const file: SourceFile = { path, text }
  try {
    const ast = parse(text)
    const operations = ast.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    const fragments = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
    return { source: { file, ast, operations, fragments: byName }, diagnostics: [] }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const start = error.positions?.[0] ?? 0
    const message = error.message.replace(/^Syntax Error: /, "")
    return { diagnostics: [diagnostic("GHX1202", file, { start, end: start + 1 }, message)] }
  }
}
