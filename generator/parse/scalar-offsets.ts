const ESCAPE = /^\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|\n[ \t]*|[\s\S])/i

/**
 * The source offset of each character in the value of a YAML scalar. They differ because of quotes, escapes, the
 * indentation of block scalars, and folded lines. The last entry is the end of the value. Empty if the value is not
 * in the text, such as for an alias.
 */
export function scalarOffsets(written: string, value: string): number[] {
  const style = written[0]
  const isBlock = style === "|" || style === ">"
  const offsets: number[] = []
  let at = isBlock ? written.indexOf("\n") + 1 : style === "'" || style === '"' ? 1 : 0
  const indentation = isBlock ? afterBlanks(written, at) - lineStart(written, at) : undefined
  if (isBlock) at = afterBlanks(written, at)
  for (const unit of value.split("")) {
    if (isBlank(unit) && isLineBreakAhead(written, at)) {
      offsets.push(at)
      at = afterLineBreak(written, at, indentation)
      continue
    }
    // A fold of several lines becomes one blank in the value.
    if (written[at] !== unit && isBlank(written[at])) at = afterBlanks(written, at)
    if (style === '"' && written[at] === "\\") {
      const escaped = ESCAPE.exec(written.slice(at, at + 40))?.[0] ?? ""
      offsets.push(at)
      at += escaped.length
      continue
    }
    if (written[at] !== unit) return []
    offsets.push(at)
    at += style === "'" && unit === "'" ? 2 : 1
  }
  return [...offsets, at]
}

function isBlank(unit: string | undefined): boolean {
  return unit === " " || unit === "\t" || unit === "\n" || unit === "\r"
}

function isLineBreakAhead(text: string, at: number): boolean {
  return /^[ \t]*\r?\n/.test(text.slice(at, at + 200))
}

/**
 * The start of the next line's content, after its indentation. In a block scalar, the first line determines the
 * indentation.
 */
function afterLineBreak(text: string, at: number, indentation: number | undefined): number {
  if (indentation === undefined) return afterBlanks(text, at)
  const start = text.indexOf("\n", at) + 1
  let next = start
  while (next - start < indentation && text[next] === " ") next += 1
  return next
}

/** The start of the line of the next non-blank character. */
function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", afterBlanks(text, at) - 1) + 1
}

function afterBlanks(text: string, at: number): number {
  let next = at
  while (isBlank(text[next])) next += 1
  return next
}
