import { hash as oneShot } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

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

/** Memoizes a function by its argument's identity, as long as the argument exists. */
export function memoize<In extends object, Out>(make: (of: In) => Out): (of: In) => Out {
  const made = new WeakMap<In, Out>()
  return (of) => {
    const before = made.get(of)
    if (before !== undefined) return before
    const now = make(of)
    made.set(of, now)
    return now
  }
}

/** Memoizes the last result of a function, as long as the arguments are equal. What they contain may not be changed. */
export function memoizeLast<In extends unknown[], Out>(
  make: (...of: In) => Out,
): (...of: In) => Out {
  let latest: { readonly of: In; readonly made: Out } | undefined
  return (...of) => {
    // Most parts are the same objects as before, which takes no time to see.
    if (latest === undefined || !isDeepStrictEqual(latest.of, of))
      latest = { of, made: make(...of) }
    return latest.made
  }
}
