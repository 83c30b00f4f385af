/** What a look-up reads, and the same look-up that reads other inputs in their place. */
import type { RouteType } from "../../runtime/index.js"
import { namesIn } from "../check/index.js"
import { namesRead } from "../path/index.js"
import { inputsRead } from "./feed.js"
import { type Keywords, keywordsIn } from "./keywords.js"
import type { Context } from "./rule.js"

/** The inputs that an entry of the library reads, by name, in whatever place. */
export function readByEntry(route: RouteType, entry: Keywords, context: Context): string[] {
  const ofExpressions = expressionsIn(entry).flatMap(({ text, isOfInput }) =>
    inputsRead(text, isOfInput),
  )
  const named = namesOf(route, entry, context).filter((name) => name !== entry.as)
  return [...new Set([...named, ...ofExpressions])]
}

/** The entry with other inputs in place of those that it reads. */
export function withOthers(
  route: RouteType,
  entry: Keywords,
  others: Keywords,
  context: Context,
): Keywords {
  const names = Object.keys(others)
  if (names.length === 0) return entry
  const key = route === "graphql" ? "variables" : "parameters"
  const said = keywordsIn(entry[key])
  const filled = namesOf(route, entry, context).filter(
    (name) => names.includes(name) && said[name] === undefined,
  )
  const replaced = Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, replacedIn(name, value, others)]),
  )
  if (filled.length === 0) return replaced
  const mapped = Object.fromEntries(filled.map((name) => [name, others[name]]))
  return { ...replaced, [key]: { ...keywordsIn(replaced[key]), ...mapped } }
}

/** Names that are filled by the inputs that are called like them. */
function namesOf(route: RouteType, entry: Keywords, { documents }: Context): string[] {
  if (route !== "graphql") return namesIn(String(entry.request ?? entry.path ?? ""))
  const path =
    typeof entry.documentPath === "string"
      ? entry.documentPath
      : `operations/lookup/${String(entry.document)}.graphql`
  const [operation] = documents.get(path).source?.operations ?? []
  return (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
}

/** Keys whose expressions have an answer as their root, and those that have the input. */
const OF_ANSWER = ["result", "among", "where"]
const OF_INPUT = ["foreach", "variables", "parameters", "query", "arguments", "flags"]

function expressionsIn(entry: Keywords): { text: string; isOfInput: boolean }[] {
  return Object.entries(entry).flatMap(([key, value]) => {
    const isOfInput = OF_INPUT.includes(key)
    if (!isOfInput && !OF_ANSWER.includes(key)) return []
    const texts = typeof value === "string" ? [value] : Object.values(Object(value)).map(String)
    return texts.map((text) => ({ text, isOfInput }))
  })
}

function replacedIn(key: string, value: unknown, others: Keywords): unknown {
  if (![...OF_INPUT, ...OF_ANSWER].includes(key)) return value
  const replaced = (text: string) => replacedInText(text, others, OF_INPUT.includes(key))
  if (typeof value === "string") return replaced(value)
  if (Array.isArray(value)) return value.map((one) => replaced(String(one)))
  return Object.fromEntries(
    Object.entries(keywordsIn(value)).map(([name, one]) => [name, replaced(String(one))]),
  )
}

/** `$input.NAME`, and NAME by itself where the input is the root. */
function replacedInText(text: string, others: Keywords, isOfInput: boolean): string {
  const read = namesRead(text)
  return Object.entries(others).reduce((changed, [name, other]) => {
    const ofInput = changed.replace(
      new RegExp(`\\$input\\.${name}\\b`, "g"),
      `$$input.${String(other)}`,
    )
    return isOfInput && read.current.has(name) && ofInput.trim() === name ? String(other) : ofInput
  }, text)
}
