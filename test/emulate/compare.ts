/** Paths at which two results differ; the empty path if their kinds differ. */
export function differingPaths(one: unknown, other: unknown, path = ""): string[] {
  if (Object.is(one, other)) return []
  if (!isObject(one) || !isObject(other)) return [path]
  // A list is one value: its items have no names.
  if (Array.isArray(one) || Array.isArray(other)) {
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [path]
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.flatMap((name) =>
    differingPaths(one[name], other[name], path === "" ? name : `${path}.${name}`),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null
