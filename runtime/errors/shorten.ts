// GitHub's longest sentences have some 700 characters; whole documents and bodies are echoed, too.
const longest = 2_000

// Tokens of Apps and of Actions are the longest.
const longestToken = 1_000

const token = /[\w.~+/=:%-]/

/**
 * Shortens foreign text for messages. The cut is between words, because half a secret would not be recognized as one.
 */
export function shorten(text: string, most = longest): string {
  if (text.length <= most) return text
  let end = most
  while (end > most - longestToken && end > 0 && token.test(text.charAt(end - 1))) end -= 1
  return `${text.slice(0, end).trimEnd()}…`
}

/** Keeps both ends of a long text, since an error is as often at the end as at the beginning. */
export function shortenMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  let start = text.length - most / 2
  const latest = start + longestToken
  while (start < latest && token.test(text.charAt(start))) start += 1
  return `${shorten(text, most / 2)}${text.slice(start).trimStart()}`
}
