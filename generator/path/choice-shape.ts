import { alternatives, type Shape, unionOf } from "../shape/index.js"

/**
 * The shape of a choice. TypeScript reduces `a ? b : c`, `a || b` and `[a, b]` to the wider of two assignable object
 * types, so the compiler does not rely on the members of such a union.
 */
export function choiceShape(shape: Shape): Shape {
  const members = alternatives(shape)
  if (!isChoiceOfObjects(shape)) return shape
  const isChoice = members.filter((one) => one.kind === "object").length > 1
  return unionOf(
    ...members.map((one): Shape => {
      if (one.kind === "array") {
        const each = one.each?.map(choiceShape)
        return { ...one, items: choiceShape(one.items), ...(each && { each }) }
      }
      return one.kind === "object" && isChoice ? { ...one, isJoined: true } : one
    }),
  )
}

function isChoiceOfObjects(shape: Shape): boolean {
  const members = alternatives(shape)
  if (members.filter((one) => one.kind === "object").length > 1) return true
  return members.some((one) => one.kind === "array" && isChoiceOfObjects(one.items))
}

/** Whether the shape is, or lists, objects. */
export function holdsObjects(shape: Shape): boolean {
  return alternatives(shape).some(
    (one) => one.kind === "object" || (one.kind === "array" && holdsObjects(one.items)),
  )
}

/** Whether the shape is, or is read from, a choice of several object types. */
export function isJoined(shape: Shape): boolean {
  return alternatives(shape).some((one) => one.kind === "object" && one.isJoined === true)
}
