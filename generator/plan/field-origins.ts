import { arrayOf, isUnbounded, type Shape, unionOf } from "../shape/index.js"

/** Gives the fields of object literals an origin, which distinguishes them from GitHub's fields. */
export function withFieldOrigins(shape: Shape, origin: string): Shape {
  if (shape.kind === "array") return arrayOf(withFieldOrigins(shape.items, origin))
  if (shape.kind === "union")
    return unionOf(...shape.members.map((one) => withFieldOrigins(one, origin)))
  if (shape.kind !== "object" || isUnbounded(shape)) return shape
  const fields = Object.entries(shape.fields).map(([name, field]) => {
    if (field.origins !== undefined) return [name, field]
    const own = `$made@${origin}.${name}`
    return [
      name,
      { ...field, shape: withFieldOrigins(field.shape, `${origin}.${name}`), origins: [own] },
    ]
  })
  return { ...shape, fields: Object.fromEntries(fields) }
}
