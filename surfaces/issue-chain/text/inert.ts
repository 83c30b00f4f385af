/** Neutralizes text from GitHub before it is repeated. */

/** A title in one line, without characters that hide or reverse text. */
export function inertTitle(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
  return withoutClosing(plain)
}

/** When it is merged, GitHub closes the issue of `fixes #7`, but not that of `fixes issue #7`. */
function withoutClosing(text: string): string {
  return text.replace(
    /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(\s*:?\s*)(?=[\w.-]*\/?[\w.-]*#\d|GH-\d|https?:\/\/)/giu,
    (_match, keyword: string, between: string) => `${keyword}${between.trimEnd()} issue `,
  )
}

/** A title as HTML without mentions and references. */
export function inertHtml(title: string): string {
  const text = inertTitle(title)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
  return `<code>${text}</code>`
}
