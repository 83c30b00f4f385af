import { unprocessable } from "../errors.js"

/** One word, phrase or `qualifier:value` of a search. A free word has the empty qualifier. */
export interface Term {
  qualifier: string
  value: string
  negated: boolean
}

// An address is a word: nothing that GitHub knows has a value that begins with two slashes.
const TERM =
  /(-?)(?:([a-z][a-z-]*):(?!\/\/)((?:"(?:\\.|[^"\\])*"|[^\s"])+)|"((?:\\.|[^"\\])*)"|(\S+))/gi

/** Most characters that GitHub searches for, qualifiers not counted. */
const LONGEST = 256

export function parseQuery(query: string): Term[] {
  const terms = termsOf(query)
  const words = terms.filter(({ qualifier }) => qualifier === "").map(({ value }) => value)
  if (words.join(" ").length > LONGEST) {
    const message = `The search is longer than ${LONGEST} characters.`
    throw unprocessable(message, { resource: "Search", field: "q", code: "invalid" })
  }
  return terms
}

function termsOf(query: string): Term[] {
  return [...query.matchAll(TERM)].map(([, minus, qualifier, value, phrase, word]) => ({
    qualifier: qualifier?.toLowerCase() ?? "",
    value:
      qualifier === undefined
        ? (phrase?.replace(/\\(.)/g, "$1") ?? word ?? "")
        : plain(value ?? ""),
    negated: minus === "-",
  }))
}

/** Without the quotes, unless there are several values in a list. */
const plain = (value: string): string =>
  /^"(?:\\.|[^"\\])*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value

export interface Comparison {
  from?: string
  after?: string
  to?: string
  before?: string
}

/** `5`, `>5`, `>=5`, `<5`, `5..10`, `5..*`, and the same with dates. */
export function parseComparison(text: string): Comparison | undefined {
  const range = /^(.*)\.\.(.*)$/.exec(text)
  if (range) {
    const [, from = "", to = ""] = range
    return { ...(from !== "*" && { from }), ...(to !== "*" && { to }) }
  }
  const [, operator, value = ""] = /^(>=|<=|>|<)?(.+)$/.exec(text) ?? []
  if (value === "") return undefined
  if (operator === ">") return { after: value }
  if (operator === ">=") return { from: value }
  if (operator === "<") return { before: value }
  if (operator === "<=") return { to: value }
  return { from: value, to: value }
}

export function compares(comparison: Comparison, actual: string | number): boolean {
  const { from, after, to, before } = comparison
  return (
    (from === undefined || order(actual, from) >= 0) &&
    (after === undefined || order(actual, after) > 0) &&
    (to === undefined || order(actual, to) <= 0) &&
    (before === undefined || order(actual, before) < 0)
  )
}

/** A date without a time stands for the whole day. */
function order(actual: string | number, bound: string): number {
  if (typeof actual === "number") return actual - Number(bound)
  if (/^\d{4}-\d\d-\d\d$/.test(bound)) {
    const day = actual.slice(0, bound.length)
    return day < bound ? -1 : day > bound ? 1 : 0
  }
  return Date.parse(actual) - Date.parse(bound)
}
