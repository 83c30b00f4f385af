import { wordsIn } from "../tables/index.js"
import { UnmodelledSearch } from "./refusals.js"
import type { Term } from "./tokens.js"

/** The words of a string in lower case, each between spaces. */
const spaced = (text: string): string => ` ${wordsIn(text).join(" ")} `

/** Whether the term looks for words in the place, such as the title. */
export const isIn = (term: Term, place: string): boolean =>
  !term.places || term.places.includes(place)

export type TextMatcher = (text: string) => boolean

/** GitHub searches words, not substrings: `Gree` does not find "greet". */
export function wholeWords(term: Term): TextMatcher {
  const needle = spaced(wordsOf(term))
  return (text) => spaced(text).includes(needle)
}

/** Names of accounts and repositories also match by the beginnings of their words. */
export function beginningOfWords(term: Term): TextMatcher {
  const needle = spaced(wordsOf(term)).trimEnd()
  return (text) => spaced(text).includes(needle)
}

export function wordsOf(term: Term): string {
  if (spaced(term.value).trim() !== "") return term.value
  throw new UnmodelledSearch(`there is no word in \`${term.text}\``)
}
