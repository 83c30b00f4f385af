import type { GraphQLSchema } from "graphql"
import { checkDocument, checkOperationName } from "../check/index.js"
import { type Diagnostic, nearest, type SourceFile } from "../diagnostics/index.js"
import { type CardPath, type DocumentSource, readDocument } from "../parse/index.js"
import type { OperationPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"
import { planOperation } from "./operation.js"

interface CheckedDocument {
  /** Absent when there is no such document. */
  readonly file?: SourceFile
  readonly diagnostics: readonly Diagnostic[]
  readonly document?: DocumentSource
  readonly operation?: OperationPlan
}

/** The documents of a run, each read, checked and planned once, when the first card asks for it. */
export class OperationsByPath {
  private readonly texts: ReadonlyMap<string, string>
  private readonly schema: () => GraphQLSchema
  private readonly checked = new Map<string, CheckedDocument>()

  constructor(texts: ReadonlyMap<string, string>, schema: () => GraphQLSchema) {
    this.texts = texts
    this.schema = schema
  }

  has(path: string): boolean {
    return this.texts.has(path)
  }

  /** Reads, checks and plans one document. */
  check(path: string): CheckedDocument {
    const known = this.checked.get(path)
    if (known !== undefined) return known
    const checked = this.checkNow(path)
    this.checked.set(path, checked)
    return checked
  }

  private checkNow(path: string): CheckedDocument {
    const text = this.texts.get(path)
    if (text === undefined) return { diagnostics: [] }
    const file = { path, text }
    const { source, diagnostics } = readDocument(path, text)
    if (source === undefined) return { file, diagnostics }
    const problems = checkDocument(source, this.schema())
    if (problems.some((problem) => problem.severity === "error")) {
      return { file, diagnostics: problems, document: source }
    }
    const operation = planOperation(source, this.schema())
    return {
      file,
      diagnostics: problems,
      document: source,
      ...(operation === undefined ? {} : { operation }),
    }
  }

  /** The operation that a section of a card names; reports when it is not there. */
  find(
    mapping: Mapping,
    section: { operationName: string; documentPath: string },
    path: CardPath,
  ): { document: DocumentSource; operation: OperationPlan } | undefined {
    const { documentPath, operationName } = section
    if (!this.texts.has(documentPath)) {
      const near = nearest(documentPath, this.texts.keys())
      const span = mapping.source.valueSpan([...path, "documentPath"])
      const help = near === undefined ? "create it" : `did you mean \`${near}\`?`
      mapping.report("GHX1201", span, `there is no document \`${documentPath}\``, help)
      return undefined
    }
    const { document, operation } = this.check(documentPath)
    if (document === undefined) return undefined
    const { found, help } = checkOperationName(document, operationName)
    if (!found) {
      const span = mapping.source.valueSpan([...path, "operationName"])
      mapping.report(
        "GHX1205",
        span,
        `\`${documentPath}\` holds no operation \`${operationName}\``,
        help,
      )
      return undefined
    }
    return operation === undefined ? undefined : { document, operation }
  }
}
