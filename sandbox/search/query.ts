import { invalidSearch, UnmodelledSearch, unreadableValue } from "./refusals.js"
import { type Term, type Token, tokensOf } from "./tokens.js"
import { checkOperators, type Node, parse } from "./tree.js"

export interface Query {
  root: Node
  sort: Sort | undefined
}

export interface Sort {
  field: string
  direction: "asc" | "desc"
  text: string
}

/** Maximum length of a search on GitHub, without qualifiers. */
const LONGEST = 256

/**
 * Parses a search for issues and pull requests: operators and brackets combine terms of any kind.
 * @param places the values of `in:`
 */
export function parseIssueQuery(query: string, places: readonly string[]): Query {
  const { tokens, sort } = readTokens(query)
  return { root: placeWords(parse(tokens), places), sort }
}

/** Parses any other search: operators only combine words, and there are no brackets. */
export function parseWordQuery(query: string, places: readonly string[]): Query {
  const { tokens, sort } = readTokens(query)
  if (tokens.some((token) => token.kind === "bracket")) {
    throw new UnmodelledSearch("only searches for issues can have brackets")
  }
  checkOperands(tokens)
  const qualifiers = tokens.filter((token, index) => isOfQualifier(token, tokens[index + 1]))
  const words = parse(tokens.filter((token) => !qualifiers.includes(token)))
  if (words.kind === "any" && words.of.some((node) => node.kind === "all")) {
    throw new UnmodelledSearch("the precedence of AND and OR is not documented")
  }
  const root: Node = { kind: "all", of: [words, parse(qualifiers)].flatMap(conjuncts) }
  return { root: placeWords(root, places), sort }
}

const conjuncts = (node: Node): readonly Node[] => (node.kind === "all" ? node.of : [node])

const isQualifier = (token: Token | undefined): boolean =>
  token?.kind === "term" && token.qualifier !== ""

const isOfQualifier = (token: Token, next: Token | undefined): boolean =>
  isQualifier(token) || (token.kind === "minus" && isQualifier(next))

/** GitHub's messages for an operator between qualifiers. */
const ONLY_QUALIFIERS =
  "The search contains only logical operators (AND / OR / NOT) without any search terms. Logical operators only apply to text, not to qualifiers."

function checkOperands(tokens: readonly Token[]): void {
  const operators = tokens.flatMap((token, index) => (token.kind === "operator" ? [index] : []))
  if (operators.length === 0) return
  const isWord = (token: Token): boolean => token.kind === "term" && token.qualifier === ""
  if (!tokens.some(isWord)) throw invalidSearch(ONLY_QUALIFIERS)
  if (operators.some((index) => [tokens[index - 1], tokens[index + 1]].some(isQualifier))) {
    throw new UnmodelledSearch("an operator next to a qualifier")
  }
}

function readTokens(query: string): { tokens: Token[]; sort: Sort | undefined } {
  const all = tokensOf(query)
  if (all.length === 0) throw new UnmodelledSearch("it is empty")
  checkOperators(all)
  const words = all.flatMap((token) => (isWordTerm(token) ? [token.value] : []))
  if (words.join(" ").length > LONGEST) {
    throw invalidSearch(`The search is longer than ${LONGEST} characters.`)
  }
  const sorts = all.flatMap((token) => (isSort(token) ? [token] : []))
  const [first, second] = sorts
  if (second) throw new UnmodelledSearch(`it has a second sort order, \`${second.text}\``)
  return { tokens: all.filter((token) => !isSort(token)), sort: first && sortOf(first) }
}

const isWordTerm = (token: Token): token is Term => token.kind === "term" && token.qualifier === ""

const isSort = (token: Token): token is Term => token.kind === "term" && token.qualifier === "sort"

function sortOf(term: Term): Sort {
  const [, field, direction] = /^(.+?)(?:-(asc|desc))?$/.exec(term.value) ?? []
  if (field === undefined) throw unreadableValue(term.text)
  return { field, direction: direction === "asc" ? "asc" : "desc", text: term.text }
}

/**
 * Gives every free word the places that `in:` names in the same or enclosing brackets, and removes the `in:` terms.
 */
function placeWords(node: Node, known: readonly string[]): Node {
  const visit = (one: Node, places: readonly string[] | undefined): Node => {
    if (one.kind === "term") {
      if (one.qualifier === "in") {
        throw new UnmodelledSearch(`\`${one.text}\` has no word to restrict`)
      }
      return one.qualifier === "" && places ? { ...one, places } : one
    }
    if (one.kind === "not") return { kind: "not", of: visit(one.of, places) }
    if (one.kind === "any") return { kind: "any", of: one.of.map((inner) => visit(inner, places)) }
    const own = one.of.flatMap(placesOf)
    for (const place of own) {
      if (!known.includes(place)) throw new UnmodelledSearch(`\`in:${place}\` is not supported`)
    }
    return {
      kind: "all",
      of: one.of
        .filter((inner) => placesOf(inner).length === 0)
        .map((inner) => visit(inner, own.length > 0 ? own : places)),
    }
  }
  return visit(node.kind === "all" ? node : { kind: "all", of: [node] }, undefined)
}

/** The places of an `in:` term, or of several in the same brackets. */
function placesOf(node: Node): readonly string[] {
  if (node.kind === "term") return isPlace(node) ? node.values : []
  if (node.kind === "any" && node.of.every((one) => one.kind === "term" && isPlace(one))) {
    return node.of.flatMap(placesOf)
  }
  return []
}

const isPlace = (term: Term): boolean => term.qualifier === "in"
