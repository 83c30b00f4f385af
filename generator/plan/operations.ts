import type { Documents } from "../check/index.js"
import type { DocumentSource } from "../parse/index.js"
import type { OperationPlan } from "./capability-plan.js"
import { planOperation } from "./operation.js"

interface PlannedDocument {
  readonly document: DocumentSource
  readonly operation: OperationPlan
}

/** The operations of a run, each planned once, when the first card asks for it. */
export class Operations {
  private readonly documents: Documents
  private readonly planned = new WeakMap<DocumentSource, PlannedDocument>()

  constructor(documents: Documents) {
    this.documents = documents
  }

  /** The operation that a section of a card names, and whose document was found sound. */
  of({ documentPath }: { readonly documentPath: string }): PlannedDocument {
    const { source, isSound } = this.documents.get(documentPath)
    if (source === undefined || !isSound)
      throw new Error(`${documentPath} has not passed its checks`)
    const known = this.planned.get(source)
    if (known !== undefined) return known
    const planned = { document: source, operation: planOperation(source, this.documents.schema()) }
    this.planned.set(source, planned)
    return planned
  }
}
