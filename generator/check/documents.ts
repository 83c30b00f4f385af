import type { GraphQLSchema } from "graphql"
import type { Diagnostic } from "../diagnostics/index.js"
import { type DocumentSource, readDocument } from "../parse/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import { checkDocument, checkFragment } from "./document.js"
import { checkHiddenCharacters } from "./hidden-characters.js"
import {
  checkFragmentNames,
  checkLocalFragments,
  checkSharedFragment,
  fragmentName,
  fragmentPath,
  isOfPackage,
  namesSpread,
} from "./shared-fragments.js"

interface CheckedDocument {
  /** Absent if the document does not exist or cannot be parsed. */
  readonly source?: DocumentSource
  readonly diagnostics: readonly Diagnostic[]
  /** The document exists, and neither it nor its fragments have errors. */
  readonly isSound: boolean
}

type Read = ReturnType<typeof readDocument>

/** The documents of a run, each read and checked when the first card needs it. */
export class Documents {
  private readonly checked = new Map<string, CheckedDocument>()
  /** Files of shared fragments. */
  private readonly fragments = new Map<string, Read>()
  private readonly shared: readonly string[]

  constructor(
    private readonly texts: ReadonlyMap<string, string>,
    readonly schema: () => GraphQLSchema,
  ) {
    this.shared = [...texts.keys()].flatMap((path) => fragmentName(path) ?? [])
  }

  /** The documents that cards can name. */
  get paths(): readonly string[] {
    return [...this.texts.keys()].filter(
      (path) => fragmentName(path) === undefined && !isOfPackage(path),
    )
  }

  /** Whether there is such a document, for a card to name. */
  has(path: string): boolean {
    return this.texts.has(path) && fragmentName(path) === undefined
  }

  /** Whether a file with that path exists, as a document or as a shared fragment. */
  isThere(path: string): boolean {
    return this.texts.has(path)
  }

  /**
   * The file of the shared fragment that a name in another file refers to: the project's own, or else the package's.
   */
  fragmentFile(name: string, by: string): string {
    const [own, ofPackage] = [fragmentPath(name), fragmentPath(name, PACKAGE_FOLDER)]
    if (isOfPackage(by)) return ofPackage
    return this.texts.has(own) || !this.texts.has(ofPackage) ? own : ofPackage
  }

  get(path: string): CheckedDocument {
    const known = this.checked.get(path)
    if (known !== undefined) return known
    const checked = this.check(path)
    this.checked.set(path, checked)
    return checked
  }

  /** A document that passed its checks. */
  sound(path: string | undefined): DocumentSource | undefined {
    const { source, isSound } = path === undefined ? {} : this.get(path)
    return isSound ? source : undefined
  }

  /**
   * The files that a document depends on: its own, and those of the shared fragments that it uses, even if they do
   * not exist.
   */
  filesOf(path: string): string[] {
    const { source } = this.get(path)
    return [path, ...(source === undefined ? [] : this.named(source))]
  }

  /** Frees a document that is unlikely to be needed again: 3,000 syntax trees take 100 MB. */
  forget(path: string): void {
    this.checked.delete(path)
  }

  private check(path: string): CheckedDocument {
    const text = this.texts.get(path)
    if (text === undefined) return { diagnostics: [], isSound: false }
    const { source, diagnostics } = this.read(path, text)
    const linked = source && this.linked(source)
    const found = linked === undefined ? diagnostics : this.problemsOf(linked)
    // The parser also fails at a hidden character, but with a worse message.
    const hidden = checkHiddenCharacters({ path, text })
    const isHidden = (one: Diagnostic) =>
      hidden.some(({ line, column }) => one.line === line && one.column === column)
    return {
      ...(linked && { source: linked }),
      diagnostics: [...hidden, ...found.filter((one) => !isHidden(one))],
      isSound:
        found.every(({ severity }) => severity !== "error") &&
        (source === undefined || this.spreadsSound(source)),
    }
  }

  private read(path: string, text: string): Read {
    if (fragmentName(path) === undefined) return readDocument(path, text)
    const known = this.fragments.get(path)
    if (known !== undefined) return known
    const read = readDocument(path, text)
    this.fragments.set(path, read)
    return read
  }

  private problemsOf(source: DocumentSource): Diagnostic[] {
    const { path } = source.file
    const name = fragmentName(path)
    const schema = this.schema()
    const { shared } = this
    if (name !== undefined) {
      const form = checkSharedFragment(name, source)
      return form.length > 0 ? form : checkFragment(source, schema, shared)
    }
    return [
      ...checkLocalFragments(source, this.named(source)),
      ...checkFragmentNames(source, this.named(source)),
      ...checkDocument(source, schema, { shared, spreadsSound: this.spreadsSound(source) }),
    ]
  }

  private linked(source: DocumentSource): DocumentSource {
    const fragments = new Map(source.fragments)
    for (const path of this.named(source)) {
      for (const [name, fragment] of this.fragments.get(path)?.source?.fragments ?? [])
        if (!fragments.has(name)) fragments.set(name, fragment)
    }
    return { ...source, fragments }
  }

  /** The files of the shared fragments that a document uses, directly or indirectly. */
  private named(source: DocumentSource): string[] {
    const paths = new Set<string>()
    const follow = (one: DocumentSource) => {
      for (const name of namesSpread(one.ast)) {
        const path = this.fragmentFile(name, one.file.path)
        if (paths.has(path) || path === source.file.path) continue
        paths.add(path)
        const text = this.texts.get(path)
        const next = text === undefined ? undefined : this.read(path, text).source
        if (next !== undefined) follow(next)
      }
    }
    follow(source)
    return [...paths]
  }

  /** Must not be called with fragments, which may be cyclic. */
  private spreadsSound(source: DocumentSource): boolean {
    if (fragmentName(source.file.path) !== undefined) return true
    return this.named(source).every((one) => !this.texts.has(one) || this.get(one).isSound)
  }
}
