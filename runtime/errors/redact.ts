/**
 * GitHub's token formats, and whatever an `Authorization` header or a bearer scheme announces: what
 * comes before a token is kept. Read from left to right: looking back from every character for what
 * may stand before it takes as long as the text is, every time.
 */
const tokenLike = [
  /(\b)(?:gh[pousr]_|github_pat_)\w+/g,
  /(\bauthorization["']?\s*[:=]\s*["']?(?:(?:bearer|token|basic)\s+)?)(?!(?:bearer|token|basic)\s)[^\s"',;]+/gi,
  /(\b(?:bearer|basic)\s+)[\w.~+/=-]{16,}/gi,
]

// Shorter secrets are no GitHub tokens, and replacing them would garble ordinary words.
const shortestSecret = 6

/** Replaces everything in `text` that looks like a token, or is one of `secrets`. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) clean = clean.replaceAll(secret, "[redacted]")
  }
  for (const pattern of tokenLike) clean = clean.replace(pattern, "$1[redacted]")
  return clean
}

/** Redacts every string inside a plain value. */
export function redactDeep<T>(value: T, secrets: Iterable<string> = []): T {
  return mapStrings(value, (text) => redact(text, secrets)) as T
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]),
  )
}
