// Control characters except tab and line breaks, and zero-width, bidirectional and tag characters.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** The invisible characters of a string, with their offsets. */
export function hiddenCharacters(text: string): { index: number; character: string }[] {
  return [...text.matchAll(HIDDEN)].map(({ index, 0: character }) => ({ index, character }))
}

/** A string as one line, without characters that would affect the terminal. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped).replace(/[\t\r\n]/g, escaped)
}

/** A line of a source file without characters that would affect the terminal. Every character keeps its column. */
export function visibleLine(line: string): string {
  return line
    .replace(/\r$/, "")
    .replace(/\r/g, "\ufffd")
    .replace(HIDDEN, (character) => "\ufffd".repeat(character.length))
}

function escaped(character: string): string {
  const short = { "\t": "\\t", "\r": "\\r", "\n": "\\n" }[character]
  return short ?? `\\u{${codePoint(character)}}`
}

/** `202E` */
export function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
}
