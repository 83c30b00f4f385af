import { wordsIn } from "../tables/index.js"
import { UnmodelledSearch } from "./refusals.js"
import type { Term } from "./tokens.js"

/** The words of a text, each between spaces, in lower case. */
const spaced = (text: string): string => ` ${wordsIn(text).join(" ")} `

export type TextMatcher = (text: string) => boolean

/** GitHub searches words, not substrings: `Gree` does not find "greet". */
export function wholeWords(term: Term): TextMatcher {
  const needle = spaced(wordsOf(term))
  return (text) => spaced(text).includes(needle)
}

/** The name of an account or repository is found by the beginning of its words too. */
export function beginningOfWords(term: Term): TextMatcher {
  const needle = spaced(wordsOf(term)).trimEnd()
  return (text) => spaced(text).includes(needle)
}

export function wordsOf(term: Term): string {
  if (spaced(term.value).trim() !== "") return term.value
  throw new UnmodelledSearch(`there is no word in \`${term.text}\``)
}
