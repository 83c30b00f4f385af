import { hash as oneShot } from "node:crypto"

/** A string's SHA-256, in hexadecimal. */
export type Hash = (text: string) => string

export const hash: Hash = (text) => oneShot("sha256", text)

/** Strings of this length are pinned API descriptions, which several stages hash. */
const LONG = 100_000

/** A hash function that remembers the hashes of long strings. */
export function memoizedHash(): Hash {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length < LONG) return hash(text)
    const found = known.get(text) ?? hash(text)
    known.set(text, found)
    return found
  }
}
