import { resultName } from "../../generator/routes/graphql/document/index.js"
import { showTextFor } from "../../runtime/features/untrusted/show-text.js"
import type { CompiledOperation } from "../../runtime/index.js"
import type { Selected, SelectedNames } from "./selected.js"

type Shown = NonNullable<CompiledOperation["shown"]>

/** Ids, logins, URLs and times; a sentence has a space. */
const isToken = /^[\w.:/@+=&?%#~,;$-]*$/

/** Names of free-text fields, whose text may be a single word. */
const authored =
  /^(?:title|name|body|message|description|text|summary|note|content|query|label)s?$|_?(?:body|text|html|title|message)(?:_|$)|_(?:bio|comment|contents?|description|headline|note|readme|summary)$|^(?:bio|comment|company|headline|location|readme)$/

const none: SelectedNames = new Map()

/**
 * How a client with `untrusted` returns a result. The authors of an operation's results are unknown, so every string is
 * treated as untrusted unless it is clearly an id, a URL or the like.
 *
 * @param selected - the fields behind the names of a document's result, because whoever writes it chooses its aliases
 */
export const shownAs = (selected: () => SelectedNames = () => none): Shown => {
  let known: SelectedNames | undefined
  return (result, { guard, clean }) => {
    const { untrusted } = guard
    if (!untrusted) return result
    known ??= selected()
    const show = showTextFor(untrusted, clean)
    const walk = (value: unknown, fields: readonly string[], names: SelectedNames): unknown => {
      if (typeof value === "string") {
        const isKnown = isToken.test(value) && !fields.some((name) => authored.test(name))
        return isKnown ? value : show(value, false)
      }
      if (Array.isArray(value)) return value.map((item) => walk(item, fields, names))
      if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => {
          const { fields, inner } = selectedAs(key, names) ?? { fields: [key], inner: none }
          return [key, walk(item, fields, inner)]
        }),
      )
    }
    const given = walk(result, [], known)
    if (typeof given === "object" && given !== null) untrusted.originals.set(given, clean(result))
    return given
  }
}

/** A result has names in snake_case, unless two would be equal. */
function selectedAs(key: string, names: SelectedNames): Selected | undefined {
  return names.get(key) ?? [...names].find(([name]) => resultName(name) === key)?.[1]
}
