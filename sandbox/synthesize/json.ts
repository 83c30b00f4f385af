import type { Synthesizer } from "./synthesizer.js"

/** The pinned REST description of a value. */
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

/** The place of a value. */
interface Place {
  /** The name of the property; for an item, the name of its list's property. */
  readonly name: string
  readonly key: string
  readonly depth: number
}

/** Below this depth, only required properties are synthesized: GitHub's API descriptions are recursive. */
const DEEPEST = 3

/** Below this depth, nothing is synthesized: recursive descriptions would never end. */
const BOTTOM = 12

/**
 * Synthesizes values that match descriptions.
 *
 * @param given - values of the request: top-level properties of these names repeat them
 */
export function jsonSynthesizer(
  synthesizer: Synthesizer,
  schemas: Readonly<Record<string, DescribedValue>>,
  given: Readonly<Record<string, unknown>>,
): (described: DescribedValue, key: string) => unknown {
  return (described, key) => synthesizedOf(described, { name: "value", key, depth: 0 })

  function synthesizedOf(described: DescribedValue, at: Place): unknown {
    const { key, depth } = at
    if (described.$ref !== undefined) return synthesizedOf(referred(described.$ref), at)
    const types = [described.type ?? []].flat()
    const mayBeNull = described.nullable === true || types.includes("null")
    if (mayBeNull && (depth > BOTTOM || (depth > 0 && synthesizer.isAbsent(key)))) return null
    const value = depth === 1 && Object.hasOwn(given, at.name) ? given[at.name] : undefined
    if (described.enum) {
      if (described.enum.includes(value)) return value
      return synthesizer.oneOf(key, described.enum.filter(isValue))
    }
    const choices = described.oneOf ?? described.anyOf
    if (choices) {
      const [first] = choices
      const choice = depth > DEEPEST ? first : synthesizer.oneOf(key, choices)
      const besides = described.properties ? objectOf(described, at) : {}
      const chosen = choice ? synthesizedOf(choice, at) : null
      return isObject(chosen) ? { ...besides, ...chosen } : chosen
    }
    if (described.allOf) {
      return Object.assign(
        described.properties ? objectOf(described, at) : {},
        ...described.allOf.map((part) => synthesizedOf(part, at)),
      )
    }
    const type = types.find((one) => one !== "null") ?? (described.properties ? "object" : "string")
    if (type === "object") return objectOf(described, at)
    if (type === "array") return listOf(described.items ?? {}, at)
    const scalar = scalarOf(type, described, at)
    const same = typeof scalar === "number" && typeof value === "string" ? Number(value) : value
    return typeof same === typeof scalar && !Number.isNaN(same) ? same : scalar
  }

  function referred(ref: string): DescribedValue {
    const described = schemas[ref.slice(ref.lastIndexOf("/") + 1)]
    if (!described) throw new Error(`The pinned description has no ${ref}`)
    return described
  }

  function objectOf(described: DescribedValue, { key, depth, name }: Place): object {
    const { properties = {}, required = [], additionalProperties: others } = described
    // Some required properties lack a description.
    const all = { ...Object.fromEntries(required.map((member) => [member, {}])), ...properties }
    const present = Object.entries(all).filter(
      ([member]) =>
        required.includes(member) ||
        (depth < DEEPEST && !synthesizer.isAbsent(`${key}.${member}?`)),
    )
    const made: Record<string, unknown> = Object.fromEntries(
      present.map(([member, value]) => [
        member,
        synthesizedOf(value, { name: member, key: `${key}.${member}`, depth: depth + 1 }),
      ]),
    )
    if (typeof others === "object" && depth < DEEPEST) {
      const member = synthesizer.text(key, name)
      made[member] = synthesizedOf(others, { name, key: `${key}.*`, depth: depth + 1 })
    }
    const [list, more] = Object.values(made).filter((value) => Array.isArray(value))
    if (list && !more && "total_count" in made) made.total_count = list.length
    return made
  }

  function listOf(items: DescribedValue, { key, depth, name }: Place): unknown[] {
    const length = depth > DEEPEST ? 0 : 1 + synthesizer.number(key, 3)
    return Array.from({ length }, (_, index) =>
      synthesizedOf(items, { name, key: `${key}[${index}]`, depth: depth + 1 }),
    )
  }

  function scalarOf(type: string, { format }: DescribedValue, { key, name }: Place): unknown {
    if (type === "boolean") return synthesizer.number(key, 2) === 1
    if (type === "integer") return 1 + synthesizer.number(key, 1000)
    if (type === "number") return (1 + synthesizer.number(key, 1000)) / 4
    if (format === "date") return synthesizer.time(key).slice(0, 10)
    if (format === "date-time" || /_at$/.test(name)) return synthesizer.time(key)
    if (format === "email") return `${synthesizer.text(key, name)}@example.com`
    if (format?.startsWith("uri") || /(?:^|_)url$/.test(name)) return synthesizer.url(key, name)
    if (/(?:^|_)sha$/.test(name)) return synthesizer.hex(key, 40)
    return synthesizer.text(key, name)
  }
}

const isValue = (value: unknown): boolean => value !== null

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
