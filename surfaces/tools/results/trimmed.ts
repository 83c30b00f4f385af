/** Shortens results for callers that did not select fields. `fields` of a task belongs to the runtime. */
import type { Contract } from "../../../runtime/index.js"

/** A result prepared for output. */
export interface Trimmed {
  readonly data: unknown
  /** Fields of items that were omitted, and that `fields` would return. */
  readonly left_out?: readonly string[]
}

/**
 * A result without nulls and empty lists. List items also lose redundant fields: node id and URL of numbered objects,
 * `author_is_bot`, and `updated_at` beside `created_at`. The names of removed fields are listed, so that they can be
 * requested by `fields`.
 */
export function trimmed(data: unknown, { list, output }: Contract, keepsEmpty = false): Trimmed {
  if (!list) return { data: keepsEmpty ? data : withoutEmpty(data) }
  // Not shared with the runtime: the command's modules would be split with the libraries'.
  const properties = output.properties?.items?.items?.properties ?? {}
  const left_out = [
    // A notification has the number of its subject, and an id that is no node id.
    ...(properties.number && properties.id?.["x-ghx-node"] ? ["id"] : []),
    ...(properties.number ? ["url"] : []),
    "author_is_bot",
    ...("created_at" in properties ? ["updated_at"] : []),
  ].filter((name) => name in properties)
  const page = Object(data)
  const items = page.items.map((item: unknown) => withoutSome(item, left_out, keepsEmpty))
  const { has_next_page } = page.page_info
  // After the last page, the cursor leads nowhere.
  const page_info = has_next_page ? page.page_info : { has_next_page }
  return {
    data: { ...page, items, page_info },
    ...(left_out.length > 0 && items.length > 0 && { left_out }),
  }
}

export const withoutEmpty = (value: unknown): unknown => withoutSome(value, [], false)

function withoutSome(value: unknown, others: readonly string[], keepsEmpty: boolean): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value
  const isKept = ([name, one]: [string, unknown]) =>
    !others.includes(name) && (keepsEmpty || !isEmpty(one))
  return Object.fromEntries(Object.entries(value).filter(isKept))
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
