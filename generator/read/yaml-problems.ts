import {
  type Alias,
  type Document,
  isAlias,
  isScalar,
  type Node,
  visit,
  type YAMLError,
} from "yaml"
import { type Diagnostic, diagnostic, type SourceFile } from "../diagnostics/diagnostic.js"

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
    const [start, end] = error.pos
    const { message, help } = inWords(error, file.text)
    return diagnostic("GHX1001", file, { start, end: endOf(error, file.text, end) }, message, {
      help,
    })
  })
  if (problems.length > 0) return problems
  return [...unresolvedAliases(file, document), ...tooDeep(file, document)]
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
        message: word === undefined ? "the key is there twice" : `the key \`${word}\` is there twice`,
      }
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        message: "a second `key: value` on one line",
        help: 'a text that holds ": " needs quotes',
      }
    case "MULTIPLE_DOCS":
      return { message: "a file holds one card, `---` begins another" }
    case "TAG_RESOLVE_FAILED":
      return { message: "YAML tags are not allowed in cards", help: "write the plain value" }
    case "RESOURCE_EXHAUSTION":
      return { message: "it is nested too deeply" }
    default:
      return { message: error.message.charAt(0).toLowerCase() + error.message.slice(1) }
  }
}

/** The parser marks the beginning of a key only. */
function endOf(error: YAMLError, text: string, end: number): number {
  if (error.code !== "DUPLICATE_KEY") return end
  return error.pos[0] + (/^[\w$-]+/.exec(text.slice(error.pos[0]))?.[0].length ?? 1)
}

function unresolvedAliases(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  visit(document, {
    Alias: (_, alias: Alias) => {
      if (alias.resolve(document) !== undefined) return
      const span = spanOf(alias)
      const message = `no anchor \`&${alias.source}\` stands before this alias`
      const help = "a text that begins with `*` needs quotes"
      diagnostics.push(diagnostic("GHX1001", file, span, message, { help }))
    },
  })
  return diagnostics
}

function tooDeep(file: SourceFile, document: Document.Parsed): Diagnostic[] {
  let deepest: Node | undefined
  visit(document, {
    Node: (_, node, parents) => {
      if (parents.length <= DEEPEST * 2) return
      deepest = node
      return visit.BREAK
    },
  })
  if (deepest === undefined) return []
  const message = `it is nested deeper than ${DEEPEST} levels`
  return [diagnostic("GHX1001", file, spanOf(deepest), message)]
}

function spanOf(node: Node): { start: number; end: number } {
  const start = node.range?.[0] ?? 0
  return { start, end: isScalar(node) || isAlias(node) ? (node.range?.[1] ?? start) : start + 1 }
}
