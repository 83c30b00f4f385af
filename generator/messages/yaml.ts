/** A file that is not valid YAML of one card. */
import type { Problem } from "../diagnostics/index.js"

const problem = (message: string, help?: string): Problem => ({ code: "GHX1001", message, help })

export const tooLarge = (message: string) => problem(message)

export const tooDeep = () => problem("the file is nested too deeply")

export const deeperThan = (levels: number) =>
  problem(`the file is nested deeper than ${levels} levels`)

export const aliasesOfAliases = () => problem("aliases expand to too many values")

/** The parser's own message, used if there is no better one. */
export const inOtherWords = (text: string) => problem(text.charAt(0).toLowerCase() + text.slice(1))

export const unreadable = (error: unknown) => problem(String(error))

export const tabAsIndent = () =>
  problem("YAML is indented with spaces, found a tab", "write two spaces")

export const keyTwice = (key: string | undefined) =>
  problem(key === undefined ? "duplicate key" : `duplicate key \`${key}\``)

export const secondPair = () =>
  problem("there is a second `key: value` on one line", 'quote a string that contains ": "')

export const indentedOn = () =>
  problem("the next line is indented like a continuation of this value")

export const badStart = (text: string) => ({
  ...inOtherWords(text),
  help: "quote the string",
})

export const bracketInText = (bracket: string) =>
  problem(
    `unexpected \`${bracket}\` in an unquoted string`,
    "inside `{ }` and `[ ]`, quote the string",
  )

export const colonMissing = () => problem("`: ` is missing between a key and its value")

export const secondDocument = () => problem("`---` begins a second card: a file holds one")

export const tag = () => problem("YAML tags are not allowed in cards", "write the plain value")

export const notClosed = (kind: string, open: string) =>
  problem(`the ${kind} that begins with \`${open}\` above is not closed`)

export const quoteNotClosed = () => problem("this quote is not closed")

export const keyIsNoWord = () =>
  problem("a key must be a string", "quote a string that contains `{ … }`")

export const aliasWithinItself = (alias: string) =>
  problem(`the alias \`*${alias}\` refers to a value that contains it`, "copy the value instead")

export const aliasWithoutAnchor = (alias: string) =>
  problem(
    `there is no anchor \`&${alias}\` before this alias`,
    "quote a string that begins with `*`",
  )

export const readOtherwise = (text: string, reading: string, isKey: boolean) =>
  problem(
    `YAML 1.1 reads \`${text}\` as ${reading}, unlike YAML 1.2`,
    text === "<<"
      ? "copy the keys instead"
      : isKey
        ? `put it in quotes: \`"${text}": …\``
        : reading === "true" || reading === "false"
          ? `write \`${reading}\`, or quote it`
          : "quote the string",
  )
