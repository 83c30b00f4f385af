/** A file that is not valid YAML of one card. */
import type { Problem } from "../diagnostics/index.js"

const problem = (message: string, help?: string): Problem => ({ code: "GHX1001", message, help })

export const tooLarge = (message: string) => problem(message)

export const tooDeep = () => problem("it is nested too deeply")

export const deeperThan = (levels: number) => problem(`it is nested deeper than ${levels} levels`)

export const aliasesOfAliases = () => problem("its aliases expand to too many values")

/** The parser's own message, used if there is no better one. */
export const inOtherWords = (text: string) => problem(text.charAt(0).toLowerCase() + text.slice(1))

export const unreadable = (error: unknown) => problem(String(error))

export const tabAsIndent = () =>
  problem("YAML is indented with spaces, found a tab", "write two spaces")

export const keyTwice = (key: string | undefined) =>
  problem(key === undefined ? "the key is there twice" : `the key \`${key}\` is there twice`)

export const secondPair = () =>
  problem("a second `key: value` on one line", 'a text that holds ": " needs quotes')

export const indentedOn = () =>
  problem("the line below is indented as if it went on with this value")

export const badStart = (text: string) => ({
  ...inOtherWords(text),
  help: "put the text in quotes",
})

export const bracketInText = (bracket: string) =>
  problem(`a \`${bracket}\` within a text`, "inside `{ }` and `[ ]` put the text in quotes")

export const colonMissing = () => problem("`: ` is missing between a key and its value")

export const secondDocument = () => problem("a file holds one card, `---` begins another")

export const tag = () => problem("YAML tags are not allowed in cards", "write the plain value")

export const notClosed = (kind: string, open: string) =>
  problem(`the ${kind} that begins with \`${open}\` above does not end`)

export const quoteNotClosed = () => problem("this quote is not closed")

export const keyIsNoWord = () =>
  problem("a key is a word", "what looks like `{ … }` in a text needs quotes")

export const aliasWithinItself = (alias: string) =>
  problem(
    `the alias \`*${alias}\` refers to a value that contains it`,
    "write out the aliased value",
  )

export const aliasWithoutAnchor = (alias: string) =>
  problem(
    `there is no anchor \`&${alias}\` before this alias`,
    "a text that begins with `*` needs quotes",
  )

export const readOtherwise = (text: string, reading: string, isKey: boolean) =>
  problem(
    `YAML 1.1 reads \`${text}\` as ${reading}, YAML 1.2 does not`,
    text === "<<"
      ? "write the map out"
      : isKey
        ? `put it in quotes: \`"${text}": …\``
        : reading === "true" || reading === "false"
          ? `write \`${reading}\`, or put the text in quotes`
          : "put the text in quotes",
  )
