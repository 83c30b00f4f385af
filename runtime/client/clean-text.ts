const [bell, esc] = [7, 27].map((code) => String.fromCharCode(code))

/** Terminal sequences as a whole: without its first character a colour would stay as `[31m`. */
const terminal = new RegExp(
  `${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?)`,
  "g",
)

/**
 * Characters that nobody sees and that change what is seen or read: controls (but tab and line ends),
 * bidirectional marks, invisible letters, and the tags in which whole sentences can be hidden.
 * Joiners and the selectors of emoji stay, since text is written with them.
 */
const hidden =
  /(?!\t|\n|\r|\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

const suspicious = new RegExp(hidden.source, "u")

/** A text without what hides in it. */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return text.replace(terminal, "").replace(hidden, "")
}

/** The same plain data with clean texts; what is clean is not copied. */
export function cleanDeep<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(clean)
    return items.every((item, index) => item === value[index]) ? value : items
  }
  let changed = false
  const entries = Object.entries(value).map(([key, item]) => {
    const entry = [cleanText(key), clean(item)] as const
    if (entry[0] !== key || entry[1] !== item) changed = true
    return entry
  })
  return changed ? Object.fromEntries(entries) : value
}
