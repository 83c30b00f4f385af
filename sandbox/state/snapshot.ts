import type { World } from "./world.js"

/** Everything as plain JSON with snake_case names, the same for the same history of changes. */
export function snapshot(world: World): Record<string, unknown> {
  const tables = Object.entries(world.tables).map(([name, rows]) => {
    const sorted = [...rows.values()].sort((a, b) => a.id - b.id)
    return [snakeCase(name), sorted.map(plain)]
  })
  return Object.fromEntries(tables)
}

function plain(value: unknown): unknown {
  if (value instanceof Map) {
    // Names of branches and database ids are data, not properties to be respelt.
    return Object.fromEntries([...value].map(([key, item]) => [String(key), plain(item)]))
  }
  if (value instanceof Set) return [...value].map(plain)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [snakeCase(key), plain(item)]),
  )
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
