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

/**
 * @param value - JSON data
 * @param length - of the value as JSON
 * @param advice - how to get the rest; by default that of tasks
 */
export function shortened(value: object, length: number, advice?: string) {
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
  const rest = restOf(Object(value).data ?? value, limits.text) ?? ".items[1:]"
  const ofTasks = `Use a smaller \`first\` of a list, or execute with \`fields\`, or with \`jq\`, such as ${rest}`
  const note: ResultWarning = { code: "INCOMPLETE", message, fix: advice ?? ofTasks }
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

/** The rest of the first text that is cut off, as an expression of jq, which counts whole characters. */
function restOf(value: unknown, most: number, path = ""): string | undefined {
  if (typeof value === "string")
    return value.length > most
      ? `${path || "."}[${[...beginning(value, most)].length}:]`
      : undefined
  for (const [name, one] of Object.entries(Object(value))) {
    const own = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name)
    const at = Array.isArray(value) ? `${path || "."}[${name}]` : `${path}.${own}`
    const rest = restOf(one, most, at)
    if (rest !== undefined) return rest
  }
  return undefined
}

/** Never between the halves of a surrogate pair. */
const beginning = (text: string, most: number) =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, "")

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = beginning(text, most)
  return `${kept}… [${text.length - kept.length} more characters]`
}

/** Text without a structure. */
export function shortenedText(text: string, advice: string): string {
  if (text.length <= mostCharacters) return text
  return `${cut(text, mostCharacters)}\n${advice}`
}
