import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
} from "graphql"
import { type Diagnostic, diagnostic, type Problem, type SourceFile } from "../diagnostics/index.js"
import { aboutDocument } from "../messages/index.js"

/** A GraphQL document as read. */
export interface DocumentSource {
  readonly file: SourceFile
  /** The file's own definitions. */
  readonly ast: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  /** Fragments by name: those of the file, and the shared ones that it uses. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** The file of a document's node, which differs for shared fragments. */
export function fileOf({ loc }: ASTNode): SourceFile {
  return { path: loc?.source.name ?? "", text: loc?.source.body ?? "" }
}

/** A problem of a part of a document. */
export function atNode(node: ASTNode, problem: Problem): Diagnostic {
  const { start, end } = node.loc ?? { start: 0, end: 1 }
  return diagnostic(problem, fileOf(node), { start, end })
}

/** Reads one document. A document with a syntax error has diagnostics and no source. */
export function readDocument(
  path: string,
  text: string,
): { source?: DocumentSource; diagnostics: Diagnostic[] } {
  const file: SourceFile = { path, text }
  const tooLarge = tooLargeToRead(text)
  if (tooLarge !== undefined) {
    return {
      diagnostics: [diagnostic(aboutDocument.tooLarge(tooLarge), file, { start: 0, end: 1 })],
    }
  }
  try {
    const ast = parse(new Source(text, path))
    const operations = ast.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    const fragments = ast.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
    return { source: { file, ast, operations, fragments: byName }, diagnostics: [] }
  } catch (error) {
    return { diagnostics: [unreadable(file, error)] }
  }
}

function unreadable(file: SourceFile, error: unknown): Diagnostic {
  const whole = { start: 0, end: 1 }
  if (error instanceof RangeError) {
    return diagnostic(aboutDocument.tooDeep(), file, whole)
  }
  if (!(error instanceof GraphQLError)) throw error
  if (/^\s*(#.*\s*)*$/.test(file.text)) {
    return diagnostic(aboutDocument.noOperation(), file, whole)
  }
  const start = error.positions?.[0] ?? 0
  const message = error.message.replace(/^Syntax Error: /, "")
  const problem = message.includes("<EOF>")
    ? aboutDocument.notClosed()
    : aboutDocument.syntaxError(message)
  return diagnostic(problem, file, { start, end: start + 1 })
}

/** Far above every card and document: the largest of the catalogue has 6,000 characters. */
const MOST_CHARACTERS = 200_000

/** The reason why a file is not read: beyond this size, even nearly linear work takes minutes. */
export function tooLargeToRead({ length }: string): string | undefined {
  if (length <= MOST_CHARACTERS) return undefined
  const [has, most] = [length, MOST_CHARACTERS].map((count) => count.toLocaleString("en"))
  return `the file has ${has} characters (at most ${most})`
}
