import { showOf } from "../../runtime/fields/index.js"
import type { CompiledOperation } from "../../runtime/index.js"

type Shown = NonNullable<CompiledOperation["shown"]>

/** Ids, logins, addresses and times; a sentence has a space. */
const isToken = /^[\w.:/@+=&?%#~,;$-]*$/

/** What people write, although it may be one word. */
const authored =
  /^(?:title|name|body|message|description|text|summary|note|content|query|label)s?$|_?(?:body|text|html|title|message)(?:_|$)/

/**
 * A result for a client that does not trust everybody. Nobody has said of an operation which of its texts are
 * written by whom, so all are a stranger's that are not plainly an id, an address or the like.
 */
export const shown: Shown = (result, { guard, clean }) => {
  const { untrusted } = guard
  if (!untrusted) return result
  const show = showOf(untrusted, clean)
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
