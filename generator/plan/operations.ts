import { type Documents, sharedSpreads } from "../check/index.js"
import type { DocumentSource } from "../parse/index.js"
import type { FragmentPlan, OperationPlan } from "./capability-plan.js"
import { planFragment, planOperation } from "./operation.js"

interface PlannedDocument {
  readonly document: DocumentSource
  readonly operation: OperationPlan
}

/** The operations of a run, each planned once, when the first card asks for it. */
export class Operations {
  private readonly documents: Documents
  private readonly planned = new WeakMap<DocumentSource, PlannedDocument>()
  private readonly fragments = new Map<string, FragmentPlan>()

  constructor(documents: Documents) {
    this.documents = documents
  }

  /** The operation that a section of a card names, and whose document was found sound. */
  of({ documentPath }: { readonly documentPath: string }): PlannedDocument {
    const document = this.sound(documentPath)
    const known = this.planned.get(document)
    if (known !== undefined) return known
    const schema = this.documents.schema()
    const operation = planOperation(document, schema, this.spreadBy(document))
    const planned = { document, operation }
    this.planned.set(document, planned)
    return planned
  }

  private spreadBy(document: DocumentSource): FragmentPlan[] {
    return sharedSpreads(document).map((name) =>
      this.fragment(this.documents.fragmentFile(name, document.file.path)),
    )
  }

  /** The fragment of a file that was found sound. */
  fragment(path: string): FragmentPlan {
    const known = this.fragments.get(path)
    if (known !== undefined) return known
    const document = this.sound(path)
    const planned = planFragment(document, this.documents.schema(), this.spreadBy(document))
    this.fragments.set(path, planned)
    return planned
  }

  private sound(path: string): DocumentSource {
    const { source, isSound } = this.documents.get(path)
    if (source === undefined || !isSound) throw new Error(`${path} has not passed its checks`)
    return source
  }
}
