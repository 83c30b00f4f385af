import { createHash } from "node:crypto"

/** Makes pseudorandom values, which only depend on the seed and the key. */
export interface Synthesizer {
  /** A whole number from 0 to `below - 1`. */
  number(key: string, below: number): number
  oneOf<T>(key: string, all: readonly T[]): T | undefined
  /** Whether a nullable or optional value is absent: one in four is. */
  isAbsent(key: string): boolean
  text(key: string, name: string): string
  url(key: string, name: string): string
  /** A time in 2025, ISO 8601. */
  time(key: string): string
  hex(key: string, digits: number): string
  /** The given items of a list, `Repository.deployKeys`; undefined if they are synthesized. */
  itemsOf(list: string): readonly Item[] | undefined
}

/** A given item of a list: its fields, and its type as `__typename`. */
export type Item = Readonly<Record<string, unknown>>

export function synthesizerOf(
  seed: number,
  lists: Readonly<Record<string, readonly Item[]>> = {},
): Synthesizer {
  const hash = (key: string) => createHash("sha256").update(`${seed} ${key}`)
  const number = (key: string, below: number) => hash(key).digest().readUInt32BE() % below
  const text = (key: string, name: string) => `${name.replaceAll("_", "-")}-${number(key, 1000)}`
  return {
    number,
    oneOf: (key, all) => all[number(key, Math.max(1, all.length))],
    isAbsent: (key) => number(`${key} absent`, 4) === 0,
    text,
    url: (key, name) => `https://example.com/${text(key, name)}`,
    time: (key) => new Date(Date.UTC(2025, 0, 1) + number(key, 525_600) * 60_000).toISOString(),
    hex: (key, digits) => hash(key).digest("hex").slice(0, digits),
    itemsOf: (list) => (Object.hasOwn(lists, list) ? lists[list] : undefined),
  }
}
