/** Types that a module declares once, in place of several objects with the same members. */
import { alternatives, isNullish, type Shape, unionOf } from "../shape/index.js"
import { printType } from "./type.js"

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
