/** The measures of the library for tables. Those of others take longer to load than the rest of a command. */
import { createRequire } from "node:module"

interface Utils {
  strlen(text: string): number
  /** Lines of at most this width, unless a word is longer. */
  wordWrap(width: number, text: string): string[]
  /** Colours that go on in the next line begin there again. */
  colorizeLines(lines: readonly string[]): string[]
}

const utils: Utils = createRequire(import.meta.url)("cli-table3/src/utils")

/** The width of a text without its colours and links; wide characters count twice. */
export const widthOf = utils.strlen

export const wrap = (text: string, width: number): string =>
  utils.colorizeLines(utils.wordWrap(width, text)).join("\n")
