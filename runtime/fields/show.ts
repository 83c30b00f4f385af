import type { Client } from "../client/index.js"
import type { Untrusted } from "../guard/index.js"

/** Shows a text. `isOutsider` means that the author's association is known, and is outside the repository. */
export type Show = (text: string, isOutsider: boolean) => string

/** How a client shows texts. Empty texts are left as they are. */
export function showOf(untrusted: Untrusted, clean: Client["clean"]): Show {
  if (untrusted.as === "omit")
    return (text, isOutsider) => (text === "" ? text : isOutsider ? byStranger : byNobodyKnown)
  untrusted.nonce ??= nonce()
  const tag = `untrusted-${untrusted.nonce}`
  return (text) => {
    const own = clean(text).replace(forged, "&lt;")
    return own === "" ? own : `<${tag}>${own}</${tag}>`
  }
}

const byStranger = "(omitted: its author has no write access)"

const byNobodyKnown = "(omitted: author unknown)"

/** Invisible characters inside a tag: spaces, and joiners, which cleaned texts keep. */
const unseen = "[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]*"

/** The beginning of a tag that looks like ours, so that no text can forge one. */
const forged = new RegExp(`<(?=${unseen}(?:/${unseen})?${[..."untrusted"].join(unseen)})`, "giu")

/** Removes the client's own tags from an input. */
export function withoutTags<Given extends { readonly value: unknown }>(
  given: Given,
  { nonce }: Untrusted,
): Given {
  if (nonce === undefined) return given
  const tags = new RegExp(`</?untrusted-${nonce}>`, "g")
  return { ...given, value: everyText(given.value, (text) => text.replace(tags, "")) }
}

/** Removes the tags that a client of another process put around texts. */
export function unmarked(value: unknown): unknown {
  return everyText(value, (text) => marked.exec(text)?.[2] ?? text)
}

const marked = /^<(untrusted-[0-9a-f]{8})>(.*)<\/\1>$/s

function nonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Marks or omits every text in a value, as for an unknown author. */
export function everyText(value: unknown, show: Show): unknown {
  if (typeof value === "string") return show(value, false)
  if (Array.isArray(value)) return value.map((item) => everyText(item, show))
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, everyText(item, show)]),
  )
}
