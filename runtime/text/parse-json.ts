/** What may be an integer above 2^53. Most texts have none. */
const long = /-?[1-9]\d{15,}/g

/**
 * Parses JSON. An integer that a number would round becomes the string of its digits.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Cheaper than an iterator over no matches.
  if (text.search(long) < 0) return value
  let exact = ""
  let copied = 0
  let outside = 0
  for (const { 0: digits, index } of text.matchAll(long)) {
    const end = index + digits.length
    const isWhole = isEdge(text[index - 1]) && isEdge(text[end])
    if (!isWhole || !isUnsafeInteger(digits)) continue
    outside = afterStrings(text, outside, index)
    // A string that contains the digits ends after them.
    if (outside > index) continue
    exact += `${text.slice(copied, index)}"${digits}"`
    copied = end
  }
  return copied === 0 ? value : JSON.parse(exact + text.slice(copied))
}

/** What a function returns, or something else if it fails: a text need not be JSON. */
export function tried<T, Other>(act: () => T, otherwise: Other): T | Other {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/** Whether a character can be next to a number. */
const isEdge = (one: string | undefined) => one === undefined || /[\s[\]{},:]/.test(one)

/** The end of the last string that begins before a place. */
function afterStrings(text: string, from: number, place: number): number {
  let at = from
  for (;;) {
    const start = text.indexOf('"', at)
    if (start < 0 || start >= place) return at
    at = start + 1
    while (text[at] !== '"') at = text[at] === "\\" ? at + 2 : at + 1
    at += 1
  }
}

/** Whether digits are an integer that a number cannot hold: above 2^53. */
export function isUnsafeInteger(text: string): boolean {
  return /^-?[1-9]\d{15,}$/.test(text) && !Number.isSafeInteger(Number(text))
}

/** Whether parsed JSON has more levels than some. Functions that walk thousands overflow the stack. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((one) => isDeeper(one, levels - 1))
  // Unlike `Object.values`, makes no array. Parsed JSON inherits nothing.
  for (const name in value) {
    const one: unknown = Reflect.get(value, name)
    if (typeof one === "object" && isDeeper(one, levels - 1)) return true
  }
  return false
}

/** Whether a number stands for another integer than was meant. */
export const isRounded = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value)

export const roundedProblem =
  "is an integer above 2^53, which a number rounds: pass its digits as a string"
