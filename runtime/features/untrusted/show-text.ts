import type { Client, Untrusted } from "../../client/index.js"
import type { Snapshot } from "../../input/index.js"

/** Shows a text. `isOutsider` means that the author's association is known, and is outside the repository. */
export type ShowText = (text: string, isOutsider: boolean) => string

/** How a client shows free text. Empty strings are left as they are. */
export function showTextFor(untrusted: Untrusted, clean: Client["clean"]): ShowText {
  if (untrusted.as === "omit")
    return (text, isOutsider) =>
      text === "" ? text : isOutsider ? omittedOutsider : omittedUnknown
  untrusted.nonce ??= nonce()
  const tag = `untrusted-${untrusted.nonce}`
  return (text) => {
    const own = clean(text).replace(forgedTag, "&lt;")
    return own === "" ? own : `<${tag}>${own}</${tag}>`
  }
}

const omittedOutsider = "(omitted: its author has no write access)"

const omittedUnknown = "(omitted: author unknown)"

/** Invisible characters inside a tag: spaces, and joiners, which cleaned text keeps. */
const invisible = "[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}]*"

/** The beginning of a tag that looks like ours, so that no text can forge one. */
const forgedTag = new RegExp(
  `<(?=${invisible}(?:/${invisible})?${[..."untrusted"].join(invisible)})`,
  "giu",
)

/** Removes the client's own tags from an input. */
export function withoutTags<Given extends { readonly value: unknown }>(
  given: Given,
  { nonce }: Untrusted,
): Given {
  if (nonce === undefined) return given
  const tags = new RegExp(`</?untrusted-${nonce}>`, "g")
  return { ...given, value: mapTexts(given.value, (text) => text.replace(tags, "")) }
}

/** A text that was read as a notice is not written back, which would replace what the client does not see. */
export function withoutNotices<Given extends Pick<Snapshot, "value" | "issues">>(
  given: Given,
): Given {
  const hasNotice = ([, value]: [string, unknown]) =>
    [omittedOutsider, omittedUnknown].some((one) => JSON.stringify(value)?.includes(one))
  const issues = Object.entries(Object(given.value))
    .filter(hasNotice)
    .map(([name]) => ({ pointer: `/${name}`, message: withNotice }))
  return { ...given, issues: [...given.issues, ...issues] }
}

const withNotice =
  "has a notice in place of an omitted text: leave it out, or use `untrusted: mark`"

/** Removes the tags that a client of another process put around text. */
export function withoutForeignTags(value: unknown): unknown {
  return mapTexts(value, (text) => taggedText.exec(text)?.[2] ?? text)
}

const taggedText = /^<(untrusted-[0-9a-f]{8})>(.*)<\/\1>$/s

function nonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(4))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Marks or omits every text in a value, as for an unknown author. */
export function mapTexts<T>(value: T, show: ShowText): T
export function mapTexts(value: unknown, show: ShowText): unknown {
  if (typeof value === "string") return show(value, false)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, show))
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, show)]),
  )
}
