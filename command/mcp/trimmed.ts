/** How small results are where nothing was asked: `fields` of a task is the runtime's. */
import type { Contract } from "../../runtime/index.js"
import { itemSchemaOf } from "../../runtime/properties/index.js"

/** What a result becomes before it is told. */
export interface Trimmed {
  readonly data: unknown
  /** Fields of items that `fields` would have brought. */
  readonly left_out?: readonly string[]
}

/**
 * A page without what says nothing, null and empty lists, and without what only repeats it: the node id and
 * the address of a thing that has a number, and when it was last touched, where it says when it was made.
 * What is left out is named, since `fields` brings it.
 */
export function trimmed(data: unknown, { list, output }: Contract): Trimmed {
  if (!list) return { data }
  const properties = itemSchemaOf(output)?.properties ?? {}
  const left_out = [
    ...("number" in properties ? ["id", "url"] : []),
    ...("created_at" in properties ? ["updated_at"] : []),
  ].filter((name) => name in properties)
  const page = Object(data)
  const items = page.items.map((item: object) =>
    Object.fromEntries(
      Object.entries(item).filter(([name, value]) => !left_out.includes(name) && !isEmpty(value)),
    ),
  )
  return { data: { ...page, items }, ...(left_out.length > 0 && items.length > 0 && { left_out }) }
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
