/** Types that a module declares once, in place of several objects with the same members. */
import { alternatives, isNullish, mapStrings, type Shape, unionOf } from "../shape/index.js"
import { pascalCase } from "../text/index.js"
import type { Doc } from "./layout.js"
import { printType, typeOf } from "./type.js"

/** Shorter enums are not worth a name. */
const LONG = 60

/** An enum that occurs several times in a type is declared once, by the name of its field: `DataType`. */
export function withEnums(shape: Shape, names: readonly string[]): { shape: Shape; enums: Doc[] } {
  const fields = new Map<string, string[]>()
  mapStrings(shape, (text, field) => {
    const printed = printType(text)
    if (printed.length > LONG) fields.set(printed, [...(fields.get(printed) ?? []), field])
    return text
  })
  const taken = new Set(names)
  const enums = new Map<string, Doc>()
  const named = mapStrings(shape, (text) => {
    const printed = printType(text)
    const [field = "", ...others] = fields.get(printed) ?? []
    const name = pascalCase(field)
    if (others.length === 0 || (taken.has(name) && !enums.has(printed))) return text
    taken.add(name)
    enums.set(printed, [`type ${name} = `, typeOf(text)])
    return { ...text, declared: { as: "local", name } }
  })
  return { shape: named, enums: [...enums.values()] }
}

/** The answers to REST lookups by name, reduced to what expressions read. */
type Answers = Readonly<Record<string, Shape>>

/** The type of the responses. A lookup that returns its whole answer has the type of that answer. */
export function withAnswers(responses: Shape, answers: Answers): Shape {
  return withFields(responses, (name, lookups) =>
    name === "lookups"
      ? withFields(lookups, (key, found) =>
          answers[key] ? namedLike(key, found, answers[key]) : found,
        )
      : lookups,
  )
}

function withFields(shape: Shape, change: (name: string, shape: Shape) => Shape): Shape {
  if (shape.kind !== "object") return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    return [name, { ...field, shape: change(name, field.shape) }] as const
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}

function namedLike(key: string, found: Shape, answer: Shape): Shape {
  const text = printType(answer)
  const members = alternatives(found).map((one): Shape => {
    const isSame = one.kind === "object" && one.declared === undefined && printType(one) === text
    if (!isSame) return one
    return { ...one, declared: { as: "local", name: `Answers[${JSON.stringify(key)}]` } }
  })
  return members.length === 1 ? (members[0] ?? found) : unionOf(...members)
}

/** The type of an item as an element of a list in the responses or in the input; undefined if it is neither. */
export function itemType(item: Shape, lists: Readonly<Record<string, Shape>>): string | undefined {
  if (item.kind !== "object" || item.declared !== undefined) return undefined
  const text = printType(item)
  return Object.entries(lists).flatMap(([type, shape]) => placeOf(text, shape, type) ?? [])[0]
}

function placeOf(text: string, shape: Shape, type: string): string | undefined {
  const here = isNullish(shape) ? `NonNullable<${type}>` : type
  for (const one of alternatives(shape)) {
    if (one.kind === "array") {
      if (printType(one.items) === text) return `${here}[number]`
    } else if (one.kind === "object") {
      for (const [name, field] of Object.entries(one.fields)) {
        const place = placeOf(text, field.shape, `${here}[${JSON.stringify(name)}]`)
        if (place !== undefined) return place
      }
    }
  }
  return undefined
}
