import { showTextFor } from "../../runtime/fields/index.js"
import type { CompiledOperation } from "../../runtime/index.js"

type Shown = NonNullable<CompiledOperation["shown"]>

/** Ids, logins, URLs and times; a sentence has a space. */
const isToken = /^[\w.:/@+=&?%#~,;$-]*$/

/** Names of free-text fields, whose text may be a single word. */
const authored =
  /^(?:title|name|body|message|description|text|summary|note|content|query|label)s?$|_?(?:body|text|html|title|message)(?:_|$)/

/**
 * A result for a client with `untrusted`. The authors of an operation's results are unknown, so every string is treated
 * as untrusted unless it is clearly an id, a URL or the like.
 */
export const shown: Shown = (result, { guard, clean }) => {
  const { untrusted } = guard
  if (!untrusted) return result
  const show = showTextFor(untrusted, clean)
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === "string")
      return isToken.test(value) && !authored.test(name) ? value : show(value, false)
    if (Array.isArray(value)) return value.map((item) => walk(item, name))
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key)]))
  }
  const given = walk(result, "")
  if (typeof given === "object" && given !== null) untrusted.originals.set(given, clean(result))
  return given
}
