import type { Accepted } from "./catalogue.js"

/** The reason why a value is not accepted, as what would be; undefined if it is accepted. */
export function expectedInstead(value: unknown, accepted: Accepted): string | undefined {
  const { enum: words, pattern } = accepted
  if (Array.isArray(value)) {
    const size = outOfRange(value.length, accepted.minItems, accepted.maxItems)
    if (size) return `${size} ${size.endsWith(" 1") ? "item" : "items"}`
    for (const item of value) {
      const expected = expectedInstead(item, accepted)
      if (expected !== undefined) return expected
    }
    return undefined
  }
  if (words) return words.includes(value) ? undefined : words.join(", ")
  if (typeof value === "number") {
    const limits = outOfRange(value, accepted.minimum, accepted.maximum)
    return limits && `a number ${limits.startsWith("at") ? "of" : "from"} ${limits}`
  }
  if (typeof value !== "string") return undefined
  // JSON Schema counts code points.
  const length = outOfRange([...value].length, accepted.minLength, accepted.maxLength)
  if (length) return `${length} ${length.endsWith(" 1") ? "character" : "characters"}`
  const matches = pattern === undefined || new RegExp(pattern, "u").test(value)
  return matches ? undefined : `a value that matches ${pattern}`
}

/** The range that a number is outside of, as text. */
function outOfRange(number: number, least = -Infinity, most = Infinity): string | undefined {
  if (number >= least && number <= most) return undefined
  if (most === Infinity) return `at least ${least}`
  return least === -Infinity ? `at most ${most}` : `${least} to ${most}`
}
