// GitHub's longest sentences have some 700 characters; whole documents and bodies are echoed, too.
const longest = 2_000

// Tokens of Apps and of Actions are the longest.
const longestToken = 1_000

const token = /[\w.~+/=:%-]/

/**
 * Shortens text from outside ghx for messages. The cut is between words, because half a secret would not be recognized
 * as one.
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

/** The message of any thrown value. Reading it never throws. */
export function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return "an unreadable value was thrown"
  }
}

// Longer values, such as a body or a query, would hide the rest of the message.
const longestValue = 60

/** A value as a message shows it: `"bug"`, `7`. */
export function nameValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/**
 * Names and numbers among `values`, for messages: `owner "octocat", repo "hello-world", issue_number 1`.
 */
export function listValues(values: object): string {
  return Object.entries(values)
    .filter(([, value]) => typeof value === "number" || isName(value))
    .map(([key, value]) => `${key} ${nameValue(value)}`)
    .join(", ")
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= longestValue
}

/**
 * The subject of a card's expression, in words, from the first path in it: `repository.pullRequest` is a pull request,
 * `addComment.commentEdge.node` a comment. Callers do not know the expression itself.
 */
export function subjectIn(expression: string): string {
  const [path = ""] = /(?<![\w$.])[a-z]\w*(?:\.\w+)*/i.exec(expression) ?? []
  const name = path.split(".").findLast((step) => !/^(?:nodes?|id)$/.test(step)) || "result"
  const words = name.replace(/(?:Edge|Connection)$/, "").split(/_|(?<=[a-z])(?=[A-Z])/)
  return words.join(" ").toLowerCase()
}
