import type { Invention } from "./invention.js"

/** What the pinned description of REST says of a value. */
export interface DescribedValue {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, DescribedValue>>
  readonly required?: readonly string[]
  readonly items?: DescribedValue
  readonly additionalProperties?: boolean | DescribedValue
  readonly oneOf?: readonly DescribedValue[]
  readonly anyOf?: readonly DescribedValue[]
  readonly allOf?: readonly DescribedValue[]
}

/** Where a value stands. */
interface Place {
  /** The name of the property that it is, or is an item of. */
  readonly name: string
  readonly key: string
  readonly depth: number
}

/** Below it only what is required is made up: descriptions of GitHub's lead round in circles. */
const DEEPEST = 3

/** What hangs on what was asked for; deeper, a description that ends nowhere would never be done. */
const BOTTOM = 12

/**
 * Makes up values that descriptions allow.
 *
 * @param given - what was asked for by name: properties of that name at the top have it
 */
export function jsonInventor(
  invention: Invention,
  schemas: Readonly<Record<string, DescribedValue>>,
  given: Readonly<Record<string, unknown>>,
): (described: DescribedValue, key: string) => unknown {
  return (described, key) => inventedOf(described, { name: "value", key, depth: 0 })

  function inventedOf(described: DescribedValue, at: Place): unknown {
    const { key, depth } = at
    if (described.$ref !== undefined) return inventedOf(referred(described.$ref), at)
    const types = [described.type ?? []].flat()
    const mayBeNull = described.nullable === true || types.includes("null")
    if (mayBeNull && (depth > BOTTOM || (depth > 0 && invention.isAbsent(key)))) return null
    const told = depth === 1 && Object.hasOwn(given, at.name) ? given[at.name] : undefined
    if (described.enum) {
      if (described.enum.includes(told)) return told
      return invention.oneOf(key, described.enum.filter(isValue))
    }
    const choices = described.oneOf ?? described.anyOf
    if (choices) {
      const [first] = choices
      const choice = depth > DEEPEST ? first : invention.oneOf(key, choices)
      const besides = described.properties ? objectOf(described, at) : {}
      const chosen = choice ? inventedOf(choice, at) : null
      return isObject(chosen) ? { ...besides, ...chosen } : chosen
    }
    if (described.allOf) {
      return Object.assign(
        described.properties ? objectOf(described, at) : {},
        ...described.allOf.map((part) => inventedOf(part, at)),
      )
    }
    const type = types.find((one) => one !== "null") ?? (described.properties ? "object" : "string")
    if (type === "object") return objectOf(described, at)
    if (type === "array") return listOf(described.items ?? {}, at)
    const scalar = scalarOf(type, described, at)
    const same = typeof scalar === "number" && typeof told === "string" ? Number(told) : told
    return typeof same === typeof scalar && !Number.isNaN(same) ? same : scalar
  }

  function referred(ref: string): DescribedValue {
    const described = schemas[ref.slice(ref.lastIndexOf("/") + 1)]
    if (!described) throw new Error(`The pinned description has no ${ref}`)
    return described
  }

  function objectOf(described: DescribedValue, { key, depth, name }: Place): object {
    const { properties = {}, required = [], additionalProperties: others } = described
    // Some that are required are not described.
    const all = { ...Object.fromEntries(required.map((member) => [member, {}])), ...properties }
    const present = Object.entries(all).filter(
      ([member]) =>
        required.includes(member) || (depth < DEEPEST && !invention.isAbsent(`${key}.${member}?`)),
    )
    const made: Record<string, unknown> = Object.fromEntries(
      present.map(([member, value]) => [
        member,
        inventedOf(value, { name: member, key: `${key}.${member}`, depth: depth + 1 }),
      ]),
    )
    if (typeof others === "object" && depth < DEEPEST) {
      const member = invention.text(key, name)
      made[member] = inventedOf(others, { name, key: `${key}.*`, depth: depth + 1 })
    }
    const [list, more] = Object.values(made).filter((value) => Array.isArray(value))
    if (list && !more && "total_count" in made) made.total_count = list.length
    return made
  }

  function listOf(items: DescribedValue, { key, depth, name }: Place): unknown[] {
    const length = depth > DEEPEST ? 0 : 1 + invention.number(key, 3)
    return Array.from({ length }, (_, index) =>
      inventedOf(items, { name, key: `${key}[${index}]`, depth: depth + 1 }),
    )
  }

  function scalarOf(type: string, { format }: DescribedValue, { key, name }: Place): unknown {
    if (type === "boolean") return invention.number(key, 2) === 1
    if (type === "integer") return 1 + invention.number(key, 1000)
    if (type === "number") return (1 + invention.number(key, 1000)) / 4
    if (format === "date") return invention.time(key).slice(0, 10)
    if (format === "date-time" || /_at$/.test(name)) return invention.time(key)
    if (format === "email") return `${invention.text(key, name)}@example.com`
    if (format?.startsWith("uri") || /(?:^|_)url$/.test(name)) return invention.url(key, name)
    if (/(?:^|_)sha$/.test(name)) return invention.hex(key, 40)
    return invention.text(key, name)
  }
}

const isValue = (value: unknown): boolean => value !== null

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
