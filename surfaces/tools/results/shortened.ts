/** Shortens a result that would fill a model's context. */
import type { ResultWarning } from "../../../runtime/index.js"

/** Maximum number of characters in a result: some 15,000 tokens. Clients refuse results of 25,000. */
const mostCharacters = 60_000

/** What remains of texts and lists; fewer items only where shorter texts do not suffice. */
interface Limits {
  readonly text: number
  readonly items: number
}

const shortestText = 500

/** How to get the rest of a result. */
const ofTasks =
  "Use a smaller `first`, or execute with `fields`, or with `jq`, such as .body[60000:]"

/**
 * @param value - JSON data
 * @param length - of the value as JSON
 * @param advice - how to get the rest
 */
export function shortened(value: object, length: number, advice: string = ofTasks) {
  if (length <= mostCharacters) return { value }
  const fits = (limits: Limits) => JSON.stringify(within(value, limits)).length <= mostCharacters
  const whole = Number.MAX_SAFE_INTEGER
  const text = largest(shortestText, mostCharacters, (text) => fits({ text, items: whole }))
  const items =
    text === undefined && largest(1, mostCharacters, (items) => fits({ text: shortestText, items }))
  const limits = { text: text ?? shortestText, items: items || (text === undefined ? 1 : whole) }
  const parts = [`texts after ${limits.text} characters`]
  if (limits.items < whole) parts.push(`lists after ${limits.items} items`)
  const message = `The result has ${length} characters; cut off: ${parts.join(", ")}`
  const note: ResultWarning = { code: "INCOMPLETE", message, fix: advice }
  return { value: Object(within(value, limits)), note }
}

/** The largest number in a range that fits; undefined if none does. */
function largest(from: number, to: number, fits: (at: number) => boolean): number | undefined {
  if (!fits(from)) return undefined
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function within(value: unknown, { text, items }: Limits): unknown {
  if (typeof value === "string") return cut(value, text)
  if (Array.isArray(value)) return value.slice(0, items).map((one) => within(one, { text, items }))
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, one]) => [name, within(one, { text, items })])
  return Object.fromEntries(members)
}

/** Never between the halves of a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
  return `${kept}… [${text.length - kept.length} more characters]`
}

/** Text without a structure. */
export function shortenedText(text: string, advice: string): string {
  if (text.length <= mostCharacters) return text
  return `${cut(text, mostCharacters)}\n${advice}`
}
