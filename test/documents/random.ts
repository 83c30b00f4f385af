/**
 * Pseudorandom numbers from 0 to 1, which only depend on the seed (mulberry32), so that failures can be reproduced.
 */
export type Random = () => number

export function randomNumbers(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

/** None to three things. */
export function listOf<T>(make: () => T, random: Random): T[] {
  return Array.from({ length: Math.floor(random() * 4) }, make)
}

export const TEXTS = ["", "text", "a`b$" + "{c}*/", "ä 大 🚀"]
