import { brief } from "./brief.js"
import { documentedIn } from "./documented.js"

/** The messages in a body. */
export interface ErrorText {
  /** All messages in one line; undefined if the body says nothing helpful. */
  readonly message: string | undefined
  readonly sentences: readonly string[]
}

/**
 * The messages in the body of a refusal. HTML pages and other proxy output carry none; the one plain text
 * that GitHub sends is recognized by its content.
 */
export function errorTextOf(body: unknown, status: number): ErrorText {
  if (typeof body === "string") {
    const text = brief(body.slice(0, 10_000).trim(), 300)
    const known = documentedIn([text], status) !== undefined
    return known ? { message: text.replaceAll(/\s+/g, " "), sentences: [text] } : nothing
  }
  if (typeof body !== "object" || body === null) return nothing
  const { message, errors, block }: Record<string, unknown> = { ...body }
  const first = typeof message === "string" && message !== "" ? [brief(message)] : []
  const entries = [errors].flat().slice(0, 3).flatMap(problemIn)
  const more = entries.filter((problem) => !first.some((sentence) => sentence.includes(problem)))
  const why = reasonIn(block)
  const [head = more.shift()] = first
  if (head === undefined) return nothing
  const summary = more.length > 0 ? `${head}: ${more.join("; ")}` : head
  return {
    message: brief(why === undefined ? summary : `${summary} (${why})`),
    sentences: [...first, ...entries],
  }
}

const nothing: ErrorText = { message: undefined, sentences: [] }

/** One entry of REST's `errors`: a message, or a field of a resource and a code. */
function problemIn(entry: unknown): string[] {
  if (typeof entry === "string") return entry === "" ? [] : [brief(entry)]
  if (typeof entry !== "object" || entry === null) return []
  const { message, resource, field, code }: Record<string, unknown> = { ...entry }
  if (typeof message === "string" && message !== "") return [brief(message)]
  const words = [resource, field, code].filter((word) => typeof word === "string")
  return words.length > 0 ? [brief(words.map((word) => brief(word)).join(" "))] : []
}

/** Why GitHub blocked a repository: `dmca, see https://github.com/github/dmca/…`. */
function reasonIn(block: unknown): string | undefined {
  const { reason, html_url }: { reason?: unknown; html_url?: unknown } = Object(block)
  const word = typeof reason === "string" ? brief(reason, 100) : undefined
  const page = typeof html_url === "string" ? `see ${brief(html_url, 500)}` : undefined
  return [word, page].filter((part) => part !== undefined).join(", ") || undefined
}
