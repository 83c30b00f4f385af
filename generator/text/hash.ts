import { hash as oneShot } from "node:crypto"

/** From here on a text is a pinned description, which several stages ask about. */
const LONG = 100_000
const known = new Map<string, string>()

/** A text's sha256, in hexadecimal. */
export function hash(text: string): string {
  if (text.length < LONG) return sha256(text)
  const before = known.get(text)
  if (before !== undefined) return before
  const found = sha256(text)
  known.set(text, found)
  return found
}

function sha256(text: string): string {
  return oneShot("sha256", text)
}
