import { cleanText, isClean, visible } from "./clean-text.js"

/**
 * The last words of members with sentences, such as `body`, `body_text` and `comments`. All other text is a value:
 * without a character, it would name something else.
 */
const prose = new Set(
  "bio body comment description headline html message note readme summary text title".split(" "),
)

/** Without a pattern, which the first call would have to compile. */
function isProse(name: string): boolean {
  const word = name.slice(name.lastIndexOf("_") + 1)
  return prose.has(word) || (word.endsWith("s") && prose.has(word.slice(0, -1)))
}

/** The part of a schema that shows which members are content. */
export interface Described {
  readonly "x-ghx-content"?: boolean
  readonly properties?: Readonly<Record<string, Described>>
  readonly additionalProperties?: boolean | Described
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
}

export interface CleanResult<T> {
  readonly data: T
  /** The paths of the members that had hidden characters: `items[].body`. */
  readonly cleaned: readonly string[]
}

/**
 * Removes hidden characters from the prose in a result: titles, bodies, comments. Values, and what the schema marks as
 * content, such as files, diffs and logs, stay as they are.
 */
export function cleanProse<T>(
  data: T,
  schema: Described,
  clean: (text: string, name: string) => string = cleanText,
): CleanResult<T> {
  if (!hasHidden(data, "")) return { data, cleaned: [] }
  const cleaned = new Set<string>()
  const walk = (value: unknown, at: Position): unknown => {
    if (typeof value === "string") {
      if (isClean(value) || !isProse(at.name) || at.schemas.some(isContent)) return value
      if (visible(value) !== value) cleaned.add(at.path)
      return clean(value, at.name)
    }
    if (!isMap(value) && !Array.isArray(value)) return value
    if (Array.isArray(value)) {
      const inside = { ...at, path: `${at.path}[]`, schemas: at.schemas.flatMap(itemsOf) }
      return value.map((item) => walk(item, inside))
    }
    const entries = Object.entries(value).map(([name, member]) => {
      const path = at.path === "" ? name : `${at.path}.${name}`
      const schemas = at.schemas.flatMap((one) => memberOf(one, name))
      return [name, walk(member, { name, path, schemas })]
    })
    return Object.fromEntries(entries)
  }
  const own = walk(data, { name: "", path: "", schemas: choicesOf(schema) })
  return { data: own as T, cleaned: [...cleaned] }
}

interface Position {
  /** The name of the nearest member. */
  readonly name: string
  readonly path: string
  /** The schemas that may describe the value. */
  readonly schemas: readonly Described[]
}

function hasHidden(value: unknown, name: string): boolean {
  if (typeof value === "string") return isProse(name) && !isClean(value)
  // Unlike `Object.keys` and `some`, makes no array and no function. Plain data inherits nothing.
  if (Array.isArray(value)) {
    for (const item of value) if (hasHidden(item, name)) return true
  } else if (isMap(value)) for (const key in value) if (hasHidden(value[key], key)) return true
  return false
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Uint8Array)
}

const isContent = (schema: Described) => schema["x-ghx-content"] === true

function choicesOf(schema: Described): Described[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(choicesOf)]
}

const itemsOf = ({ items }: Described) => (items ? choicesOf(items) : [])

function memberOf({ properties = {}, additionalProperties: others }: Described, name: string) {
  const own = Object.hasOwn(properties, name) ? properties[name] : others
  return typeof own === "object" ? choicesOf(own) : []
}
