import type { GraphQLSchema } from "graphql"
import type { Diagnostic } from "../diagnostics/index.js"
import { type DocumentSource, readDocument } from "../parse/index.js"
import { checkDocument } from "./document.js"
import { checkHiddenCharacters } from "./hidden-characters.js"

/** A document as it was read and checked. */
export interface CheckedDocument {
  /** Absent where there is no such document, or none that can be read. */
  readonly source?: DocumentSource
  readonly diagnostics: readonly Diagnostic[]
  /** It can be used: it is there, and nothing in it is wrong. */
  readonly isSound: boolean
}

/** The documents of a run, each read and checked once, when the first card asks for it. */
export class Documents {
  readonly schema: () => GraphQLSchema
  private readonly texts: ReadonlyMap<string, string>
  private readonly checked = new Map<string, CheckedDocument>()

  constructor(texts: ReadonlyMap<string, string>, schema: () => GraphQLSchema) {
    this.texts = texts
    this.schema = schema
  }

  get paths(): Iterable<string> {
    return this.texts.keys()
  }

  has(path: string): boolean {
    return this.texts.has(path)
  }

  get(path: string): CheckedDocument {
    const known = this.checked.get(path)
    if (known !== undefined) return known
    const checked = this.check(path)
    this.checked.set(path, checked)
    return checked
  }

  /** Makes room, where nobody is likely to ask again: with their trees, 3,000 documents take 100 MB. */
  forget(path: string): void {
    this.checked.delete(path)
  }

  private check(path: string): CheckedDocument {
    const text = this.texts.get(path)
    if (text === undefined) return { diagnostics: [], isSound: false }
    const { source, diagnostics } = readDocument(path, text)
    const found = source === undefined ? diagnostics : checkDocument(source, this.schema())
    // The parser stumbles over a hidden character too, and says less about it.
    const hidden = checkHiddenCharacters({ path, text })
    const isHidden = (one: Diagnostic) =>
      hidden.some(({ line, column }) => one.line === line && one.column === column)
    return {
      ...(source && { source }),
      diagnostics: [...hidden, ...found.filter((one) => !isHidden(one))],
      isSound: found.every(({ severity }) => severity !== "error"),
    }
  }
}
