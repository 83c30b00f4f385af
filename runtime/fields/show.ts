import type { Client } from "../client/index.js"
import type { Untrusted } from "../guard/index.js"

/** What is given in place of a text of a stranger, or of one of whose author GitHub tells nothing. */
export type Show = (text: string, isTold: boolean) => string

/** How a client shows texts. An empty one says nothing, and stays. */
export function showOf(untrusted: Untrusted, clean: Client["clean"]): Show {
  if (untrusted.as === "omit")
    return (text, isTold) => (text === "" ? text : isTold ? byStranger : byNobodyKnown)
  untrusted.nonce ??= nonce()
  const tag = `untrusted-${untrusted.nonce}`
  return (text) => {
    const own = clean(text).replace(forged, "&lt;")
    return own === "" ? own : `<${tag}>${own}</${tag}>`
  }
}

const byStranger = "(left out: its author has no write access)"

const byNobodyKnown = "(left out: author unknown)"

/** What nobody sees in a tag: spaces, and joiners, which no text is cleaned of. */
const unseen = "[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]*"

/** What begins a tag as ours do, whatever follows: a tag that somebody has seen before is none. */
const forged = new RegExp(`<(?=${unseen}(?:/${unseen})?${[..."untrusted"].join(unseen)})`, "giu")

/** What was given, without the tags of the client, which are nobody's words. */
export function withoutTags<Given extends { readonly value: unknown }>(
  given: Given,
  { nonce }: Untrusted,
): Given {
  if (nonce === undefined) return given
  const tags = new RegExp(`</?untrusted-${nonce}>`, "g")
  return { ...given, value: everyText(given.value, (text) => text.replace(tags, "")) }
}

/** A value as a client of another process has marked it, without the tags around its texts. */
export function unmarked(value: unknown): unknown {
  return everyText(value, (text) => marked.exec(text)?.[2] ?? text)
}

const marked = /^<(untrusted-[0-9a-f]{8})>(.*)<\/\1>$/s

function nonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** A value with every text in it shown, of whose author nothing is told. */
export function everyText(value: unknown, show: Show): unknown {
  if (typeof value === "string") return show(value, false)
  if (Array.isArray(value)) return value.map((item) => everyText(item, show))
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, everyText(item, show)]),
  )
}
