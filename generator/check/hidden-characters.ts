import {
  codePoint,
  type Diagnostic,
  diagnostic,
  hiddenCharacters,
  type SourceFile,
} from "../diagnostics/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

const BYTE_ORDER_MARK = "\ufeff"
/** What decoding puts where bytes are not UTF-8. */
const REPLACEMENT = "\ufffd"
const MOST_REPORTED = 5

/** Nothing invisible stands in a card or a document: what a reviewer sees is what is there. */
export function checkHiddenCharacters(file: SourceFile): Diagnostic[] {
  const replaced = file.text.indexOf(REPLACEMENT)
  const undecoded = diagnostic(
    "GHX1011",
    file,
    { start: replaced, end: replaced + 1 },
    "this is not a character: the file is not UTF-8",
    { help: "save it as UTF-8" },
  )
  const hidden = hiddenCharacters(file.text)
    .slice(0, MOST_REPORTED)
    .map(({ index, character }) => {
      const span = { start: index, end: index + character.length }
      const isMark = index === 0 && character === BYTE_ORDER_MARK
      const message = isMark
        ? "the file begins with a byte order mark"
        : `the invisible character U+${codePoint(character)} is not allowed`
      return diagnostic("GHX1011", file, span, message, {
        help: isMark ? "save it as UTF-8 without one" : "remove it",
      })
    })
  return replaced === -1 ? hidden : [undecoded, ...hidden]
}

/** Nor does anything invisible come in through an escape: it would be invisible in what is generated. */
export function checkHiddenValues(source: CardSource): Diagnostic[] {
  return textsOf(source.value, []).flatMap(({ path, text, isKey }) => {
    const [hidden] = hiddenCharacters(text)
    if (hidden === undefined) return []
    const { start, end } = isKey ? source.keySpan(path) : source.valueSpan(path)
    // One that stands in the file as it is has been reported there.
    if (hiddenCharacters(source.file.text.slice(start, end)).length > 0) return []
    const message = `this stands for the invisible character U+${codePoint(hidden.character)}, which is not allowed`
    return [diagnostic("GHX1011", source.file, { start, end }, message, { help: "remove it" })]
  })
}

interface TextInCard {
  readonly path: CardPath
  readonly text: string
  readonly isKey?: boolean
}

function textsOf(value: unknown, path: CardPath): TextInCard[] {
  if (typeof value === "string") return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, [...path, index]))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { path: [...path, key], text: key, isKey: true },
    ...textsOf(inner, [...path, key]),
  ])
}
