import type { World } from "./world.js"

/** Runs a change; when it is refused half-way, the state is what it was before. */
export function transaction<Result>(world: World, change: () => Result): Result {
  const tables = structuredClone(world.tables)
  const sequences = new Map(world.sequences)
  const applied = world.applied.length
  try {
    return change()
  } catch (error) {
    for (const [name, rows] of Object.entries(tables)) {
      restore(world.tables[name as keyof World["tables"]], rows)
    }
    restore(world.sequences, sequences)
    world.applied.length = applied
    throw error
  }
}

function restore(map: Map<unknown, unknown>, saved: ReadonlyMap<unknown, unknown>): void {
  map.clear()
  for (const [key, value] of saved) map.set(key, value)
}
