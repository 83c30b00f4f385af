import {
  codePoint,
  type Diagnostic,
  diagnostic,
  hiddenCharacters,
  type SourceFile,
} from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

const BYTE_ORDER_MARK = "\ufeff"
/** The replacement for bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd"
const MOST_REPORTED = 5

/** Reports invisible characters in a card or a document, so that reviewers see everything. */
export function checkHiddenCharacters(file: SourceFile): Diagnostic[] {
  const replaced = file.text.indexOf(REPLACEMENT)
  const undecoded = diagnostic(aboutCard.noCharacter(), file, {
    start: replaced,
    end: replaced + 1,
  })
  const hidden = hiddenCharacters(file.text)
    .slice(0, MOST_REPORTED)
    .map(({ index, character }) => {
      const span = { start: index, end: index + character.length }
      const isMark = index === 0 && character === BYTE_ORDER_MARK
      const problem = isMark ? aboutCard.byteOrderMark() : aboutCard.invisible(codePoint(character))
      return diagnostic(problem, file, span)
    })
  return replaced === -1 ? hidden : [undecoded, ...hidden]
}

/** Reports invisible characters that come from escapes: they would be invisible in generated code. */
export function checkHiddenValues(source: CardSource): Diagnostic[] {
  if (!source.file.text.includes("\\")) return []
  return textsOf(source.value, []).flatMap(({ path, text, isKey }) => {
    const [hidden] = hiddenCharacters(text)
    if (hidden === undefined) return []
    const { start, end } = isKey ? source.keySpan(path) : source.valueSpan(path)
    // Literal invisible characters have already been reported.
    if (hiddenCharacters(source.file.text.slice(start, end)).length > 0) return []
    const problem = aboutCard.invisible(codePoint(hidden.character))
    return [diagnostic(problem, source.file, { start, end })]
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
