/** Marks parts of untrusted texts that a program returns without their marks, such as slices. */
import type { Client } from "../../../runtime/index.js"

/** A part of an untrusted text is found if it has twice as many characters. */
const width = 12

/** A function that marks such parts in a value; `given` is what the program was given. */
export function fragmentMarker(
  { as, nonce }: NonNullable<Client["guard"]["untrusted"]>,
  given: unknown,
): <T>(value: T) => T {
  if (as !== "mark" || nonce === undefined) return (value) => value
  const tag = `untrusted-${nonce}`
  const marked = new RegExp(`<${tag}>((?:(?!<${tag}>).)*?)</${tag}>`, "gs")
  const texts: string[] = []
  mapTexts(given, (text) => {
    for (const [, inner = ""] of text.matchAll(marked)) texts.push(inner)
    return text
  })
  const untrusted = texts.join("\n")
  const hasPart = (text: string) => {
    for (let at = 0; at + width <= text.length; at += width)
      if (untrusted.includes(text.slice(at, at + width))) return true
    return false
  }
  return (value) =>
    mapTexts(value, (text) => {
      const rest = text.replace(marked, "")
      const isBroken = rest.includes(tag)
      // A single word, such as an address, says nothing.
      if (!isBroken && !(/\s/.test(rest.trim()) && hasPart(rest))) return text
      return `<${tag}>${text.replaceAll(new RegExp(`</?${tag}>?`, "g"), "")}</${tag}>`
    })
}

/** A value with other texts, names of members included. */
function mapTexts<T>(value: T, map: (text: string) => string): T
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [map(name), mapTexts(one, map)]),
  )
}
