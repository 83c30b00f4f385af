import { type Diagnostic, diagnostic, type SourceFile } from "../diagnostics/diagnostic.js"

// Control characters but tab and line breaks; zero-width, bidirectional and tag characters.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Nothing invisible stands in a card or a document: what a reviewer sees is what is there. */
export function checkHiddenCharacters(file: SourceFile): Diagnostic[] {
  return [...file.text.matchAll(HIDDEN)].slice(0, 5).map((match) => {
    const [unit] = match
    const code = unit.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")
    const span = { start: match.index, end: match.index + unit.length }
    return diagnostic("GHX1011", file, span, `the invisible character U+${code} is not allowed`, {
      help: "remove it; in YAML, a character that is meant can be written as an escape in double quotes",
    })
  })
}
