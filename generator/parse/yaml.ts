import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  visit,
  type YAMLError,
} from "yaml"
import {
  type Diagnostic,
  diagnostic,
  type Problem,
  type SourceFile,
  type Span,
} from "../diagnostics/index.js"
import { aboutYaml } from "../messages/index.js"

/** Far above every card; deeper files are misplaced data, or attacks on the compiler. */
const DEEPEST = 64

export function yamlProblems(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const errors = [...document.errors, ...document.warnings]
  const problems = withoutConsequences(errors).map((error) => {
    const span = openQuote(error, document) ?? spanOfError(error, file.text)
    return diagnostic(inWords(error, file.text), file, span)
  })
  return problems.length > 0 ? problems : nodeProblems(file, document)
}

const INDEPENDENT = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"])

/** After a structural error, the parser's further errors are guesses. */
function withoutConsequences(errors: readonly YAMLError[]): YAMLError[] {
  const first = errors.find(({ code }) => !INDEPENDENT.has(code))
  if (first === undefined) return [...errors]
  return errors.filter(
    (error) => error === first || (INDEPENDENT.has(error.code) && error.pos[0] < first.pos[0]),
  )
}

function inWords(error: YAMLError, text: string): Problem {
  const rest = text.slice(error.pos[0])
  switch (error.code) {
    case "TAB_AS_INDENT":
      return aboutYaml.tabAsIndent()
    case "DUPLICATE_KEY":
      return aboutYaml.keyTwice(/^[\w$-]+/.exec(rest)?.[0])
    case "BLOCK_AS_IMPLICIT_KEY":
      return /^[^\n]*:\s/.test(rest) ? aboutYaml.secondPair() : aboutYaml.indentedOn()
    case "BAD_SCALAR_START":
      return aboutYaml.badStart(error.message)
    case "MULTILINE_IMPLICIT_KEY":
      return aboutYaml.colonMissing()
    case "MULTIPLE_DOCS":
      return aboutYaml.secondDocument()
    case "TAG_RESOLVE_FAILED":
      return aboutYaml.tag()
    case "RESOURCE_EXHAUSTION":
      return aboutYaml.tooDeep()
    case "BAD_INDENT": {
      const bracket = /end with a ([\]}])$/.exec(error.message)?.[1]
      if (bracket === undefined) return aboutYaml.inOtherWords(error.message)
      return bracket === "]" ? aboutYaml.notClosed("list", "[") : aboutYaml.notClosed("map", "{")
    }
    case "UNEXPECTED_TOKEN":
      return /^[{[]/.test(rest)
        ? aboutYaml.bracketInText(rest.charAt(0))
        : aboutYaml.inOtherWords(error.message)
    case "MISSING_CHAR":
      return isOpenQuote(error) ? aboutYaml.quoteNotClosed() : aboutYaml.inOtherWords(error.message)
    default:
      return aboutYaml.inOtherWords(error.message)
  }
}

/** The parser only marks the beginning of a duplicate key. */
function spanOfError(error: YAMLError, text: string): Span {
  const [start, end] = error.pos
  const word = error.code === "DUPLICATE_KEY" ? /^[\w$-]+/.exec(text.slice(start)) : null
  return { start, end: word === null ? end : start + word[0].length }
}

/** For an unclosed quote, the position where it opens instead of the end of the file. */
function openQuote(error: YAMLError, document: Document.Parsed): Span | undefined {
  if (!isOpenQuote(error)) return undefined
  let start: number | undefined
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type?.startsWith("QUOTE") && range && range[1] >= error.pos[0]) start = range[0]
    },
  })
  return start === undefined ? undefined : { start, end: start + 1 }
}

function isOpenQuote(error: YAMLError): boolean {
  return error.code === "MISSING_CHAR" && error.message.endsWith("quote")
}

/** YAML features that cards do not allow. */
function nodeProblems(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const report = (node: Node | undefined, problem: Problem) => {
    const span = node === undefined ? { start: 0, end: 1 } : spanOf(node)
    diagnostics.push(diagnostic(problem, file, span))
  }
  /** Returns whether to continue. */
  const walk = (node: unknown, parents: readonly Node[], isKey = false): boolean => {
    if (!isNode(node)) return true
    if (isAlias(node)) {
      const target = node.resolve(document)
      if (target === undefined) report(node, aboutYaml.aliasWithoutAnchor(node.source))
      else if (parents.includes(target)) report(node, aboutYaml.aliasWithinItself(node.source))
      return true
    }
    // The parser applies known tags, such as `!!binary` and `!!set`, without a warning.
    if (node.tag !== undefined) report(node, aboutYaml.tag())
    if (parents.length >= DEEPEST) {
      report(node, aboutYaml.deeperThan(DEEPEST))
      return false
    }
    if (isScalar(node) && node.type === Scalar.PLAIN) {
      const other = otherReading(node.source ?? "")
      if (other !== undefined)
        report(node, aboutYaml.readOtherwise(node.source ?? "", other, isKey))
    }
    if (!isCollection(node)) return true
    const within = [...parents, node]
    return node.items.every((item) => {
      if (!isPair(item)) return walk(item, within)
      const { key, value } = item
      if (!isScalar(key) || key.value === null || key.value === "") {
        report(isNode(key) ? key : undefined, aboutYaml.keyIsNoWord())
      }
      return walk(key, within, true) && walk(value, within)
    })
  }
  walk(document.contents, [])
  return diagnostics
}

/** Scalars with another meaning in YAML 1.1 than in YAML 1.2: editors and formatters use either version. */
const READINGS: readonly (readonly [pattern: RegExp, reading: string])[] = [
  [/^(?:yes|on)$/i, "true"],
  [/^(?:no|off)$/i, "false"],
  [/^<<$/, "a merge of maps"],
  [/^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt\s])/, "a date"],
  [/^[-+]?0[0-7_]+$/, "an octal number"],
  [/^[-+]?(?:0b[01_]+|\d[\d_]*_[\d_]*)$/, "a number"],
  [/^[-+]?[1-9]\d*(?::[0-5]?\d)+$/, "a number in base 60"],
]

function otherReading(text: string): string | undefined {
  return READINGS.find(([pattern]) => pattern.test(text))?.[1]
}

function spanOf(node: Node): { start: number; end: number } {
  const start = node.range?.[0] ?? 0
  return { start, end: isScalar(node) || isAlias(node) ? (node.range?.[1] ?? start) : start + 1 }
}

const WIDTH = 100

/** Prints a map as YAML for people: short values stay on one line. */
export function printYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" })
  visit(document, {
    Collection: (_, node, parents) => {
      const depth = parents.filter((one) => isMap(one) || isSeq(one)).length
      if (depth === 0) return undefined
      // Cards need fewer quotes than JSON, so a slightly longer value fits too.
      if (JSON.stringify(node.toJSON()).length + 2 * depth > WIDTH) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  return document.toString({ lineWidth: WIDTH, flowCollectionPadding: true })
}

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
