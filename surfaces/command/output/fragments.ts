/** Marks parts of untrusted texts that a program or an expression returns without their marks, such as slices. */
import { mapTexts } from "../../../runtime/features/untrusted/show-text.js"
import type { Client } from "../../../runtime/index.js"

/** Letters that are compared: some 18 in a row are found, whatever stands between them. */
const width = 12

/** Only letters: a program may number lines, or change case and spaces. */
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, "").toLowerCase()

interface Text {
  /** Where its letters begin and end among those of all texts. */
  readonly from: number
  readonly to: number
  /** A single word, such as an address, says nothing by itself. */
  readonly isWord: boolean
}

/** A function that marks such parts in a value; `given` is what the program was given. */
export function fragmentMarker(
  { as, nonce }: NonNullable<Client["guard"]["untrusted"]>,
  given: unknown,
): <T>(value: T) => T {
  if (as !== "mark" || nonce === undefined) return (value) => value
  const tag = `untrusted-${nonce}`
  const marked = new RegExp(`<${tag}>((?:(?!<${tag}>).)*?)</${tag}>`, "gs")
  const tags = new RegExp(`</?(?:${tag}>?|untrusted-\\w*$)`, "gi")
  const parts = partsIn(given, marked)
  return (value) => {
    const plain = (text: string) => text.replace(marked, "")
    const isPart = partsAmong(textsOf(value).map(plain), parts)
    let at = 0
    const shown = (text: string) => {
      const isMarked = isPart(at) || plain(text).toLowerCase().includes(tag)
      at += 1
      return isMarked ? `<${tag}>${text.replaceAll(tags, "")}</${tag}>` : text
    }
    return withNames(mapTexts(value, shown), shown)
  }
}

/** The letters of the untrusted texts, by parts that half overlap. */
function partsIn(given: unknown, marked: RegExp): ReadonlySet<string> {
  const parts = new Set<string>()
  for (const text of textsOf(given)) {
    for (const [, inner = ""] of text.matchAll(marked)) {
      const letters = lettersOf(inner)
      for (let at = 0; at + width <= letters.length; at += width / 2)
        parts.add(letters.slice(at, at + width))
    }
  }
  return parts
}

/** A function that tells whether a text, by its position among all, has or continues one of the parts. */
function partsAmong(
  all: readonly string[],
  parts: ReadonlySet<string>,
): (position: number) => boolean {
  const texts: Text[] = []
  let letters = ""
  for (const text of all) {
    const from = letters.length
    letters += lettersOf(text)
    texts.push({ from, to: letters.length, isWord: !/\s/.test(text.trim()) })
  }
  const found = new Set<number>()
  let first = 0
  for (let at = 0; at + width <= letters.length; at += 1) {
    while ((texts[first]?.to ?? at + 1) <= at) first += 1
    if (!parts.has(letters.slice(at, at + width))) continue
    const isWithin = (texts[first]?.to ?? 0) >= at + width
    if (isWithin && texts[first]?.isWord) continue
    for (let one = first; (texts[one]?.from ?? letters.length) < at + width; one += 1)
      found.add(one)
  }
  return (position) => found.has(position)
}

/** The texts in a value, and after them the names of its members: rows are read as columns. */
function textsOf(value: unknown): readonly string[] {
  const texts: string[] = []
  const seen = (text: string) => {
    texts.push(text)
    return text
  }
  withNames(mapTexts(value, seen), seen)
  return texts
}

function withNames<T>(value: T, map: (name: string) => string): T
function withNames(value: unknown, map: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, map))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [map(name), withNames(one, map)]),
  )
}
