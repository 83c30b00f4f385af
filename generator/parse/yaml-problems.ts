import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  isScalar,
  type Node,
  visit,
  type YAMLError,
} from "yaml"
import { type Diagnostic, diagnostic, type SourceFile, type Span } from "../diagnostics/index.js"

/** No card comes near; what does is data in the wrong place, or meant to exhaust the compiler. */
const DEEPEST = 64

interface Problem {
  readonly message: string
  readonly help?: string
}

/** Why a file is not the YAML of one card, in the words of somebody who writes cards. */
export function yamlProblems(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const errors = [...document.errors, ...document.warnings]
  const problems = withoutConsequences(errors).map((error) => {
    const { message, help } = inWords(error, file.text)
    const span = openQuote(error, document) ?? spanOfError(error, file.text)
    return diagnostic("GHX1001", file, span, message, { help })
  })
  return problems.length > 0 ? problems : nodeProblems(file, document)
}

const INDEPENDENT = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "MULTIPLE_DOCS"])

/** Once the structure is broken, what the parser says of the rest of the file is guesswork. */
function withoutConsequences(errors: readonly YAMLError[]): YAMLError[] {
  const first = errors.find(({ code }) => !INDEPENDENT.has(code))
  if (first === undefined) return [...errors]
  return errors.filter(
    (error) => error === first || (INDEPENDENT.has(error.code) && error.pos[0] < first.pos[0]),
  )
}

function inWords(error: YAMLError, text: string): Problem {
  const word = /^[\w$-]+/.exec(text.slice(error.pos[0]))?.[0]
  switch (error.code) {
    case "TAB_AS_INDENT":
      return { message: "YAML is indented with spaces, found a tab" }
    case "DUPLICATE_KEY":
      return {
        message:
          word === undefined ? "the key is there twice" : `the key \`${word}\` is there twice`,
      }
    case "BLOCK_AS_IMPLICIT_KEY":
      return /^[^\n]*:\s/.test(text.slice(error.pos[0]))
        ? {
            message: "a second `key: value` on one line",
            help: 'a text that holds ": " needs quotes',
          }
        : { message: "the line below is indented as if it went on with this value" }
    case "BAD_SCALAR_START":
      return { message: lowerFirst(error.message), help: "put the text in quotes" }
    case "MULTILINE_IMPLICIT_KEY":
      return { message: "`: ` is missing between a key and its value" }
    case "MULTIPLE_DOCS":
      return { message: "a file holds one card, `---` begins another" }
    case "TAG_RESOLVE_FAILED":
      return NO_TAGS
    case "RESOURCE_EXHAUSTION":
      return { message: "it is nested too deeply" }
    case "BAD_INDENT": {
      const bracket = /end with a ([\]}])$/.exec(error.message)?.[1]
      if (bracket === undefined) return { message: lowerFirst(error.message) }
      const [kind, open] = bracket === "]" ? ["list", "["] : ["map", "{"]
      return { message: `the ${kind} that begins with \`${open}\` above does not end` }
    }
    case "MISSING_CHAR":
      return {
        message: isOpenQuote(error) ? "this quote is not closed" : lowerFirst(error.message),
      }
    default:
      return { message: lowerFirst(error.message) }
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Of a key that is there twice, the parser marks the beginning only. */
function spanOfError(error: YAMLError, text: string): Span {
  const [start, end] = error.pos
  const word = error.code === "DUPLICATE_KEY" ? /^[\w$-]+/.exec(text.slice(start)) : null
  return { start, end: word === null ? end : start + word[0].length }
}

/** A quote that is not closed is at fault where it opens, not where the file ends. */
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

/** What YAML allows and cards do not. */
function nodeProblems(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const report = (node: Node | undefined, { message, help }: Problem) => {
    const span = node === undefined ? { start: 0, end: 1 } : spanOf(node)
    diagnostics.push(diagnostic("GHX1001", file, span, message, { help }))
  }
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value !== null && key.value !== "") return
      const help = "what looks like `{ … }` in a text needs quotes"
      report(isNode(key) ? key : undefined, { message: "a key is a word", help })
    },
    Alias: (_, alias, parents) => {
      const target = alias.resolve(document)
      if (target !== undefined) {
        if (!parents.includes(target)) return
        const message = `the alias \`*${alias.source}\` stands within what it stands for`
        report(alias, { message, help: "write out what it shall stand for" })
        return
      }
      const help = "a text that begins with `*` needs quotes"
      report(alias, { message: `no anchor \`&${alias.source}\` stands before this alias`, help })
    },
    Value: (_, node, parents) => {
      // Tags that the parser knows, such as `!!binary` and `!!set`, it follows without a warning.
      if (node.tag !== undefined) report(node, NO_TAGS)
      if (parents.filter(isCollection).length < DEEPEST) return undefined
      report(node, { message: `it is nested deeper than ${DEEPEST} levels` })
      return visit.BREAK
    },
  })
  return diagnostics
}

const NO_TAGS: Problem = {
  message: "YAML tags are not allowed in cards",
  help: "write the plain value",
}

function spanOf(node: Node): { start: number; end: number } {
  const start = node.range?.[0] ?? 0
  return { start, end: isScalar(node) || isAlias(node) ? (node.range?.[1] ?? start) : start + 1 }
}
