import type { Intent } from "../../../runtime/index.js"

const longest = 60

const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A person who confirms `ma\u{200b}in` must not read `main`. */
const visible = (text: string): string =>
  text.replaceAll(invisible, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)

/**
 * What a person confirms. The input may come from a model: what is long or invisible in it must not hide the rest, so
 * its other values come before long texts, and these are shortened.
 */
export function questionOf({ capability_id, input, repositories = [] }: Intent): string {
  const members = Object.entries(Object(input)).map(([name, value]) => {
    const text = visible(JSON.stringify(value) ?? "").replaceAll(/\s+/g, " ")
    const left = text.length - longest
    const shown = left > 0 ? `${text.slice(0, longest)}… (${left} more characters)` : text
    return { left, shown: `${visible(name)}: ${shown}` }
  })
  const ordered = members.toSorted((a, b) => Number(a.left > 0) - Number(b.left > 0))
  const shown = ordered.map((one) => one.shown).join(", ")
  const where = repositories.length > 0 ? ` in ${[...new Set(repositories)].join(", ")}` : ""
  return `${capability_id} (${shown})${where} cannot be undone. Continue?`
}
