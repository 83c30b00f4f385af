const [bell, esc] = [7, 27].map((code) => String.fromCharCode(code))

/**
 * Whole terminal sequences, because without only its first character a colour would remain as `[31m`. Also matches
 * the markers of writes with a key (`runtime/call/marker.ts`).
 */
const terminal = new RegExp(
  `${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?)|\\n?\\n?<!-- ghx:\\w{32} -->`,
  "g",
)

/**
 * Invisible characters that change how text is displayed or read: control characters except tab and line ends,
 * bidirectional marks, invisible letters, and tag characters, which can hide whole sentences. Joiners and emoji
 * selectors stay, because text needs them.
 */
export const hiddenCharacters =
  /(?!\t|\n|\r|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

const suspicious = new RegExp(`${hiddenCharacters.source}|<!-- ghx:`, "u")

/** Most texts without `<` match this pattern, which is ten times faster than searching for hidden characters. */
const plain = /^[\t\n\r -;=-~]*$/

/** A text without hidden characters. */
export function cleanText(text: string): string {
  if (isClean(text)) return text
  return text.replace(terminal, "").replace(hiddenCharacters, "")
}

function isClean(text: string): boolean {
  return plain.test(text) || !suspicious.test(text)
}

/** The same plain data with cleaned texts. Parts that are already clean are not copied. */
export function cleanDeep<T>(value: T): T {
  return clean(value) as T
}

function isCleanDeep(value: unknown): boolean {
  if (typeof value === "string") return isClean(value)
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return true
  if (Array.isArray(value)) return value.every(isCleanDeep)
  // Unlike `Object.keys`, makes no array. Plain data inherits nothing.
  for (const key in value) {
    if (!isClean(key) || !isCleanDeep(Reflect.get(value, key))) return false
  }
  return true
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value)
  if (isCleanDeep(value) || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(clean)
  const entries = Object.entries(value).map(([key, item]) => [cleanText(key), clean(item)])
  return Object.fromEntries(entries)
}
