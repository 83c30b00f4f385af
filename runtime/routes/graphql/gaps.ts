export interface Connection {
  readonly nodes?: readonly unknown[] | null
  readonly edges?: readonly unknown[] | null
  readonly pageInfo?: { readonly [more: string]: unknown; readonly endCursor?: unknown } | null
  readonly totalCount?: unknown
}

/** Names of lists in GitHub's connections. */
export const isList = (name: string) => name === "nodes" || name === "edges"

/** Whether a list, or an item or a node of one, is null, or an object has nothing that was asked for. */
export function hasGaps(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item === null || hasGaps(item))
  if (typeof value !== "object" || value === null) return false
  let isEmpty = true
  for (const name in value) {
    const member: unknown = Reflect.get(value, name)
    if (
      member === null
        ? isList(name) || name === "node"
        : typeof member === "object" && hasGaps(member)
    )
      return true
    isEmpty = false
  }
  return isEmpty
}
