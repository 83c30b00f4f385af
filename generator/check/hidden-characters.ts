import { type Diagnostic, diagnostic, type SourceFile } from "../diagnostics/diagnostic.js"
import { codePoint, hiddenCharacters } from "../diagnostics/visible.js"

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
