const [bell, esc] = [7, 27].map((code) => String.fromCharCode(code))

/**
 * Terminal sequences as a whole: without its first character a colour would stay as `[31m`. And markers, by
 * which a write with a key finds what it made: `runtime/call/marker.ts` writes them.
 */
const terminal = new RegExp(
  `${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?)|\\n?\\n?<!-- ghx:\\w{32} -->`,
  "g",
)

/**
 * Characters that nobody sees and that change what is seen or read: controls (but tab and line ends),
 * bidirectional marks, invisible letters, and the tags in which whole sentences can be hidden.
 * Joiners and the selectors of emoji stay, since text is written with them.
 */
export const hiddenCharacters =
  /(?!\t|\n|\r|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

const suspicious = new RegExp(`${hiddenCharacters.source}|<!-- ghx:`, "u")

/** What most texts are made of, but for `<`: it is seen some ten times faster than that nothing is hidden. */
const plain = /^[\t\n\r -;=-~]*$/

/** A text without what hides in it. */
export function cleanText(text: string): string {
  if (isClean(text)) return text
  return text.replace(terminal, "").replace(hiddenCharacters, "")
}

function isClean(text: string): boolean {
  return plain.test(text) || !suspicious.test(text)
}

/** The same plain data with clean texts; what is clean is not copied. */
export function cleanDeep<T>(value: T): T {
  return clean(value) as T
}

function isCleanDeep(value: unknown): boolean {
  if (typeof value === "string") return isClean(value)
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return true
  if (Array.isArray(value)) return value.every(isCleanDeep)
  for (const key of Object.keys(value)) {
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
