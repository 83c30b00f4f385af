import { closestMatch } from "leven"
import type { TSchema } from "typebox"
import { Value } from "typebox/value"

/**
 * The query parameters and body fields of a request. Each records which of them were not read, because an answer that
 * ignores a parameter does not match the request.
 */
export interface Unread {
  /** In the client's spelling: `per_page`, `labels[].color`. */
  name: string
  /** A similar known name. */
  suggestion: string | undefined
}

/** The query string, read by name. */
export interface Query {
  get: (name: string) => string | null
  has: (name: string) => boolean
  unread: () => Unread[]
}

export function queryOf(parameters: Readonly<Record<string, string>>): Query {
  const read = new Set<string>()
  return {
    get(name) {
      read.add(name)
      return parameters[name] ?? null
    },
    has(name) {
      read.add(name)
      return parameters[name] !== undefined
    },
    unread: () =>
      Object.keys(parameters)
        .filter((name) => !read.has(name))
        .map((name) => ({ name, suggestion: similar(name, read) })),
  }
}

/** The JSON body, read by a schema. */
export interface Body {
  /** The value, validated by `schema`; members that the schema does not name are refused. */
  by: (schema: TSchema) => unknown
  /** The parameters or fields that were not read so far. */
  unread: () => Unread[]
}

export function bodyOf(value: unknown, refuse: (unread: readonly Unread[]) => void): Body {
  let isRead = false
  return {
    by(schema) {
      isRead = true
      // Refused at once, because a missing field may have been given under one of these names.
      refuse(unreadBy(schema, value))
      return value
    },
    unread: () => (isRead ? [] : unreadBy({}, value)),
  }
}

/** typebox's schemas, reduced to the members that they name. */
interface Members {
  properties?: Record<string, TSchema>
  patternProperties?: object
  items?: TSchema
  anyOf?: readonly TSchema[]
}

/** The members of `value` that `schema` does not name. */
function unreadBy(schema: TSchema, value: unknown, path = ""): Unread[] {
  const { properties, patternProperties, items, anyOf }: Members = schema
  if (anyOf) {
    const fitting = anyOf.find((one) => Value.Check(one, value))
    return fitting ? unreadBy(fitting, value, path) : []
  }
  if (Array.isArray(value)) {
    return items ? value.flatMap((item) => unreadBy(items, item, `${path}[]`)) : []
  }
  if (typeof value !== "object" || value === null || patternProperties) return []
  const known = properties ?? {}
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === "" ? name : `${path}.${name}`
    const inner = Object.hasOwn(known, name) ? known[name] : undefined
    if (inner) return unreadBy(inner, member, place)
    return [{ name: place, suggestion: similar(name, Object.keys(known)) }]
  })
}

/** One typing error per four letters is tolerated. */
function similar(name: string, names: Iterable<string>): string | undefined {
  return closestMatch(name, [...names], { maxDistance: Math.ceil(name.length / 4) })
}
