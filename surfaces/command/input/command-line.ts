/** Splits command lines into words, like a shell that expands nothing. */
import { UsageError } from "../output/index.js"

/** Marks a word that a program passes as a value, so that it is never an option. No argument of a process has it. */
const VALUE = "\0"

export const textOfWord = (word: string): string => word.replace(/^\0/, "")

/** The texts of words and options that are values of a program. */
export function unmarked<T>(given: T): T {
  if (typeof given === "string") return textOfWord(given) as T
  if (Array.isArray(given)) return given.map(unmarked) as T
  if (given === null || typeof given !== "object") return given
  const all = Object.entries(given).map(([name, value]) => [name, unmarked(value)])
  return Object.fromEntries(all) as T
}

/** @throws UsageError if a program passes an option as a value */
export function refuseOption(words: readonly string[]): void {
  const option = words.find((word) => /^--[a-z][a-z-]*(?:=|$)|^-[a-zA-Z]$/.test(word))
  if (option === undefined) return
  const [name] = option.split("=")
  const fix = `A value of a program is never an option: write ${name} \${list}, which repeats it`
  throw new UsageError(`unexpected argument ${JSON.stringify(option)}`, fix)
}

/** Characters that only a shell would interpret; there is no shell. */
const shell = /[|&;<>`$()]/

const noShell =
  "There is no shell: quote it as '…'; && joins commands, and --jq or a program takes the place of pipes"

export interface CommandLine {
  readonly words: readonly string[]
  /** Whether it only runs if the command before it, joined by `&&`, succeeds. */
  readonly isBound: boolean
}

/**
 * The words of the commands in a line, split like in a shell: quoted or escaped characters are plain text.
 *
 * @throws UsageError for syntax that only a shell executes
 */
export function commandsIn(line: string): readonly (readonly string[])[] {
  return linesIn(line).map(({ words }) => words)
}

/** The commands of a text, one a line; a quoted part may contain line breaks. Lines that begin with `#` are comments. */
export function commandLinesIn(text: string): readonly CommandLine[] {
  const all = linesIn(text, /\n/)
  return all.map(({ words, ...others }) => ({ ...others, words: withoutName(words) }))
}

/** @throws UsageError unless the template is one command */
export function wordsOfTemplate(
  parts: readonly string[],
  values: readonly unknown[],
): readonly string[] {
  if (!parts.every((part) => typeof part === "string" && !part.includes("\0"))) throw invalid()
  const line = parts.map((part, at) => (at === 0 ? part : `\0${at - 1}\0${part}`)).join("")
  const all = linesIn(line, undefined, true)
  if (all.length > 1) {
    throw new UsageError("gh`…` is one command, without &&", "Await one gh`…` after the other")
  }
  const words: string[] = []
  for (const word of all[0]?.words ?? []) add(word, words, values)
  if (words.length > mostWords) {
    throw new UsageError(
      `The command has ${words.length} words, more than ${mostWords}`,
      "Give the list in parts, one command each",
    )
  }
  const own = withoutName(words)
  const empty = own.findIndex((word, at) => word === "" && /^-[^=]*$/.test(own[at - 1] ?? ""))
  if (empty > 0 && (own[0] === "search" || own[1] === "list"))
    throw new UsageError(`${own[empty - 1]} is empty: it would select everything`, "Leave it out")
  return own
}

/** Each may be an object to read or change. */
const mostWords = 1000

export const withoutName = (words: readonly string[]): readonly string[] =>
  words[0] === "gh" || words[0] === "ghx" ? words.slice(1) : words

/** Adds a word of a template, with its values: a text is one word, a list several. */
function add(word: string, words: string[], values: readonly unknown[]): void {
  const [, at] = /^\0(\d+)\0$/.exec(word) ?? []
  const list = at === undefined ? undefined : values[Number(at)]
  if (!Array.isArray(list)) {
    const text = word.replaceAll(/\0(\d+)\0/g, (_, index) => wordOf(values[index]))
    words.push(word.startsWith("\0") ? asValue(text) : text)
    return
  }
  const before = words.at(-1) ?? ""
  const isOption = /^-[^=]*$/.test(before)
  if (/^--(?:add|remove)-/.test(before) && list.length === 0) {
    words.pop()
    return
  }
  if (isOption && list.length === 0) {
    throw new UsageError(`the list after ${before} is empty`, `Leave ${before} out, or check first`)
  }
  // Without it, some commands are about the branch of the clone.
  if (list.length === 0 && words.length > 1 && words.every((one) => /^[a-z][a-z-]*$/.test(one))) {
    throw new UsageError(`the list after ${words.join(" ")} is empty`, "Check its length first")
  }
  if (list.length > 1 && ofOneText.test(before)) {
    throw new UsageError(`${before} takes one value, not a list`, "Join it: list.join(', ')")
  }
  // `--add-label ${labels}` gives the option once for each of them, and not at all for none.
  const itself = named.test(before) ? inQuotes : (text: string) => text
  const all = list.flatMap((one, index) => [
    ...(isOption && index > 0 ? [before] : []),
    asValue(itself(wordOf(one))),
  ])
  for (const one of all) words.push(one)
}

/** Of their values, gh takes a comma for the end of a name. */
const named = /^(?:-l|--(?:add-|remove-)?(?:label|project|topic))$/

const inQuotes = (name: string) => (/^"|,/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)

/** Of these, the last of several would count. */
const ofOneText =
  /^(?:-[btn]|--(?:body|comment|description|message|message-body|notes|subject|title))$/

const asValue = (text: string) => (/^[-\0]/.test(text) ? VALUE + text : text)

function wordOf(value: unknown): string {
  if (Array.isArray(value)) {
    throw new UsageError(
      "A list is several words, and cannot be a part of one",
      "Join it: list.join(',')",
    )
  }
  if (typeof value !== "string") throw invalid()
  if (value.includes("\0")) throw new UsageError("A value holds a NUL character")
  return value
}

const invalid = () => new UsageError("gh is a template: gh`issue view 7`")

/** @param isTemplate - whether escapes of JavaScript, such as `\n` in quotes, are characters */
function linesIn(text: string, endsAt?: RegExp, isTemplate = false): CommandLine[] {
  const all: { words: string[]; isBound: boolean }[] = [{ words: [], isBound: false }]
  let word: string | undefined
  const end = () => {
    if (word !== undefined) all.at(-1)?.words.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === "#" && word === undefined && endsAt && all.at(-1)?.words.length === 0) {
      at += text.slice(at).search(/\n|$/) - 1
    } else if (/\s/.test(letter)) {
      end()
      if (endsAt?.test(letter)) all.push({ words: [], isBound: false })
    } else if (letter === "'" || letter === '"') {
      const [length, quoted] = quotedAt(text, at, isTemplate)
      word = (word ?? "") + quoted
      at += length - 1
    } else if (letter === "\\" && at + 1 < text.length) {
      at += 1
      // As in a shell, an escaped line break continues the line.
      if (text.charAt(at) !== "\n") word = (word ?? "") + text.charAt(at)
    } else if (text.startsWith("&&", at)) {
      end()
      all.push({ words: [], isBound: true })
      at += 1
    } else if (shell.test(letter) && !isWithin(text, at)) {
      throw new UsageError(`${letter} is shell syntax`, noShell)
    } else {
      plain.lastIndex = at + 1
      const [others = ""] = plain.exec(text) ?? []
      word = (word ?? "") + letter + others
      at += others.length
    }
  }
  end()
  return all.filter(({ words }, at) => words.length > 0 || (at === 0 && !endsAt))
}

/** Characters of a word that have no other meaning. Read at once, because a line may be long. */
const plain = /[^\s'"\\|&;<>`$()]*/y

/** Whether a `&` is a part of a word, such as `Q&A`, or `${search}&per_page=9`. */
const isWithin = (text: string, at: number) => /^[\w\0'"]&\w/.test(text.slice(Math.max(0, at - 1)))

/** A quoted part of a text: its length, and its value. */
function quotedAt(
  text: string,
  at: number,
  isTemplate: boolean,
): readonly [length: number, text: string] {
  const quoted = text.charAt(at) === "'" ? single : double
  quoted.lastIndex = at
  const [whole, inner] = quoted.exec(text) ?? []
  if (whole === undefined || inner === undefined) throw new UsageError("A quote is not closed")
  if (quoted === single) {
    const own = isTemplate ? inner.replaceAll(/\\(\\|[`nrt]|\$(?=\{))/g, inSingle) : inner
    return [whole.length, own]
  }
  const escapes = isTemplate ? /\\(["\\$`\nnrt])/g : /\\(["\\$`\n])/g
  return [whole.length, inner.replaceAll(escapes, (_, one) => characters[one] ?? one)]
}

const single = /'([^']*)'/y
const double = /"((?:[^"\\]|\\[\s\S])*)"/y

const characters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" }

/** In single quotes, a backslash is text, unless JavaScript needs it. */
const inSingle = (whole: string, one: string) => (one === "\\" ? whole : (characters[one] ?? one))
