import { type Document, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml"
import {
  type Diagnostic,
  diagnostic,
  type Problem,
  type SourceFile,
  type Span,
} from "../diagnostics/index.js"
import { aboutYaml } from "../messages/index.js"
import { idOfCard } from "../read/index.js"
import { tooLargeToRead } from "./document.js"
import { scalarOffsets, yamlProblems } from "./yaml.js"

/** Keys and indices from the top of a card to one of its values. */
export type CardPath = readonly (string | number)[]

/** A parsed card: its value, and the location of each part. */
export interface CardSource {
  readonly file: SourceFile
  /** The id that the file's path implies: `cards/issue/view.yaml` is `issue.view`. */
  readonly pathId: string
  /** The id that the card declares, or else the id of its path. */
  readonly declaredId: string
  readonly value: unknown
  /** The written text at the origin of a part. */
  written(path: CardPath): unknown
  /** Span of a value; if it is missing, of its nearest parent. */
  valueSpan(path: CardPath): Span
  /** Span of a key; if it is missing, of the parent. */
  keySpan(path: CardPath): Span
  /** The span from `at.start` to `at.end` of a string in the card; the whole string if that is unknown. */
  partSpan(path: CardPath, text: string, at: Span): Span
}

/** A problem of a key in a card. */
export function atKey(source: CardSource, path: CardPath, problem: Problem): Diagnostic {
  return diagnostic(problem, source.file, source.keySpan(path))
}

/** A problem of a value in a card. */
export function atValue(source: CardSource, path: CardPath, problem: Problem): Diagnostic {
  return diagnostic(problem, source.file, source.valueSpan(path))
}

interface ReadFile {
  readonly source?: CardSource
  readonly diagnostics: readonly Diagnostic[]
}

export type ReadCard = (path: string, text: string) => ReadFile

/**
 * Reads one card. A card that is not valid YAML has diagnostics and no source.
 *
 * @param known - the value of the same text, which is then only parsed to find positions
 */
export function readCard(path: string, text: string, known?: unknown): ReadFile {
  const file: SourceFile = { path, text }
  if (known !== undefined)
    return { source: cardSource(file, () => parsed(text), known), diagnostics: [] }
  const tooLarge = tooLargeToRead(text)
  if (tooLarge !== undefined) {
    return { diagnostics: [diagnostic(aboutYaml.tooLarge(tooLarge), file, { start: 0, end: 1 })] }
  }
  try {
    const document = parsed(text)
    const diagnostics = yamlProblems(file, document)
    if (diagnostics.length > 0) return { diagnostics }
    const value: unknown = document.toJS({ maxAliasCount: 50 })
    return { source: cardSource(file, () => document, value), diagnostics }
  } catch (error) {
    // Nested aliases can fill the memory, and deep nesting the stack.
    const problem =
      error instanceof RangeError
        ? aboutYaml.tooDeep()
        : error instanceof ReferenceError
          ? aboutYaml.aliasesOfAliases()
          : aboutYaml.unreadable(error)
    return { diagnostics: [diagnostic(problem, file, { start: 0, end: 1 })] }
  }
}

const parsed = (text: string) =>
  parseDocument(text, { prettyErrors: false, version: "1.2", strict: true })

function cardSource(file: SourceFile, parse: () => Document.Parsed, value: unknown): CardSource {
  let latest: Document.Parsed | undefined
  const contents = () => {
    latest ??= parse()
    return latest.contents
  }
  const spanOf = (node: Node | null | undefined): Span | undefined =>
    node?.range ? { start: node.range[0], end: node.range[1] } : undefined
  // Comments may precede the content.
  const whole = () =>
    firstLine(file.text, spanOf(contents()) ?? { start: 0, end: file.text.length })
  const find = (path: CardPath): { node?: Node | null; key?: Node } | undefined => {
    let node: unknown = contents()
    let key: Node | undefined
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => isScalar(item.key) && String(item.key.value) === String(step),
        )
        if (pair === undefined) return undefined
        key = isScalar(pair.key) ? pair.key : undefined
        node = pair.value
      } else if (isSeq(node)) {
        if (typeof step !== "number" || step >= node.items.length) return undefined
        key = undefined
        node = node.items[step]
      } else return undefined
    }
    return { ...(isNode(node) ? { node } : {}), ...(key === undefined ? {} : { key }) }
  }
  const valueSpan = (path: CardPath): Span => {
    const found = find(path)
    const span = spanOf(found?.node) ?? spanOf(found?.key)
    if (path.length === 0) return whole()
    return span ?? keySpan(path.slice(0, -1))
  }
  const keySpan = (path: CardPath): Span => {
    if (path.length === 0) return whole()
    const found = find(path)
    return spanOf(found?.key) ?? spanOf(found?.node) ?? keySpan(path.slice(0, -1))
  }
  const partSpan = (path: CardPath, text: string, at: Span): Span => {
    const span = valueSpan(path)
    const offsets = scalarOffsets(file.text.slice(span.start, span.end), text)
    const [start, last] = [offsets[at.start], offsets[Math.max(at.end - 1, at.start)]]
    if (start === undefined || last === undefined) return span
    return { start: span.start + start, end: span.start + last + 1 }
  }
  const pathId = idOfCard(file.path)
  const declared = property(value, "capability_id")
  const declaredId = typeof declared === "string" ? declared : pathId
  const written = (path: CardPath) =>
    path.reduce<unknown>((inner, key) => property(inner, String(key)), value)
  return { file, pathId, declaredId, value, written, valueSpan, keySpan, partSpan }
}

/** The documents that a card names, as far as the card is valid. */
export function documentsOf(card: unknown): string[] {
  const graphql = property(card, "graphql")
  const lookups = property(graphql, "lookups")
  const sections = [
    graphql,
    ...(typeof lookups === "object" && lookups !== null ? Object.values(lookups) : []),
  ]
  const paths = sections.map((section) => property(section, "documentPath"))
  return [...new Set(paths.filter((path) => typeof path === "string"))]
}

/** The documents of the lookups whose results a card's output contains, as far as the project has them. */
export function documentsIdentified(card: unknown): string[] {
  return Object.keys(Object(property(card, "identifies"))).map(lookupPath)
}

/** The folder with the documents of the library of lookups. */
export const LOOKUP_FOLDER = "operations/lookup/"

export function lookupPath(name: string): string {
  return `${LOOKUP_FOLDER}${name}.graphql`
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

function firstLine(text: string, span: Span): Span {
  const end = text.indexOf("\n", span.start)
  return { start: span.start, end: end === -1 ? span.end : Math.min(end, span.end) }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "range" in value
}
