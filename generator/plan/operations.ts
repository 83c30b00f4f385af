import type { GraphQLSchema } from "graphql"
import { type Documents, namesSpread } from "../check/index.js"
import type { DocumentSource } from "../parse/index.js"
import { type NestedPages, nestedPages, type Paging, paginate } from "../shape/index.js"
import type { FragmentPlan, OperationPlan } from "./capability-plan.js"
import { planFragment, planOperation } from "./operation.js"

export interface PlannedDocument {
  readonly document: DocumentSource
  readonly operation: OperationPlan
  /** The pages of its other connections; lookups have none. */
  readonly nested?: NestedPages
}

interface Named {
  readonly documentPath: string
}

/** The operations of a run, each planned when the first card needs it. */
export class Operations {
  private readonly planned = new WeakMap<DocumentSource, Map<string, PlannedDocument>>()
  private readonly fragments = new Map<string, FragmentPlan>()

  constructor(readonly documents: Documents) {}

  /** The operation that a section names, after its document was checked. With `paging`, in its paged form. */
  of(section: Named, paging?: Paging): PlannedDocument {
    return this.plan(section, paging, false)
  }

  /** The operation of a card itself, whose other connections have pages too. */
  own(section: Named, paging?: Paging): PlannedDocument {
    return this.plan(section, paging, true)
  }

  private plan({ documentPath }: Named, paging: Paging | undefined, isOwn: boolean) {
    const written = this.sound(documentPath)
    const known = this.planned.get(written) ?? new Map<string, PlannedDocument>()
    const key = JSON.stringify([isOwn, paging])
    const already = known.get(key)
    if (already !== undefined) return already
    const schema = this.documents.schema()
    const paged = paging ? paginate(written, paging, schema) : { document: written, sent: written }
    const nested = isOwn ? nestedPages(paged, schema, paging?.connection) : undefined
    const operation = planOperation(nested ?? paged, schema, this.spreadBy(written))
    const planned = { document: paged.document, operation, ...(nested && { nested }) }
    this.planned.set(written, known.set(key, planned))
    return planned
  }

  get schema(): GraphQLSchema {
    return this.documents.schema()
  }

  private spreadBy(document: DocumentSource): FragmentPlan[] {
    return namesSpread(document.ast).map((name) =>
      this.fragment(this.documents.fragmentFile(name, document.file.path)),
    )
  }

  /** The fragment of a file, after the file was checked. */
  fragment(path: string): FragmentPlan {
    const known = this.fragments.get(path)
    if (known !== undefined) return known
    const document = this.sound(path)
    const planned = planFragment(document, this.documents.schema(), this.spreadBy(document))
    this.fragments.set(path, planned)
    return planned
  }

  private sound(path: string): DocumentSource {
    const source = this.documents.sound(path)
    if (source === undefined) throw new Error(`${path} has not passed its checks`)
    return source
  }
}
