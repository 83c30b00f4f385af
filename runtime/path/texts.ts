/** Number of code points in a string. */
export function characters(text: string): number {
  return [...text].length
}

/** A string unchanged, any other value as JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null)
}

/** Converts a string to a number; null if it is not one. */
export function toNumber(value: string | number): number | null {
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}

/** A string in upper case; the type of an enum becomes the upper-case values. */
export function upperCase<T extends string>(text: T): Uppercase<T>
export function upperCase(text: string): string {
  return text.toUpperCase()
}

/** A string in lower case; the type of an enum becomes the lower-case values. */
export function lowerCase<T extends string>(text: T): Lowercase<T>
export function lowerCase(text: string): string {
  return text.toLowerCase()
}

const CHUNK = 8192

/** Base64 of bytes, or of the UTF-8 text. */
export function base64(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const parts: string[] = []
  // Some engines fail with 125,000 arguments of a call, so bytes are converted in chunks.
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  }
  return btoa(parts.join(""))
}

/** Decodes Base64 to UTF-8 text, ignoring white space, since GitHub wraps lines. */
export function fromBase64(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, "")), (unit) => unit.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** The last lines of a string. */
export function tail(text: string, lines: number): string {
  const all = text.replace(/\n$/, "").split("\n")
  return lines > 0 ? all.slice(-lines).join("\n") : ""
}
