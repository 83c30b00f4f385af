import { UnmodelledSearch } from "./refusals.js"
import type { Term } from "./tokens.js"

/** A run of letters and digits, or one emoji: what stands between is not searched for. */
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu

/** The words of a text, each between spaces, in lower case. */
const spaced = (text: string): string => {
  const words = text.toLowerCase().match(WORD) ?? []
  return ` ${words.join(" ")} `
}

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

function wordsOf(term: Term): string {
  if (spaced(term.value).trim() !== "") return term.value
  throw new UnmodelledSearch(`there is no word in \`${term.text}\``)
}
