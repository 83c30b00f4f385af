import { isWithin } from "../input/index.js"
import type { Violation } from "./keyword.js"

/**
 * The violations a caller can act on, without those in branches of an `anyOf` that were not meant. A branch
 * is meant where the value has its type; where none is, the `anyOf` as a whole says what was expected.
 */
export function relevant(all: readonly Violation[]): Violation[] {
  const unions = all.filter(({ keyword }) => keyword === "anyOf")
  const meant = new Map(unions.map((union) => [union, meantBranch(union, all)]))
  return all.filter((violation) => {
    if (meant.get(violation) !== undefined) return false
    return unions.every((union) => {
      const branch = branchOf(violation, union)
      return branch === undefined || branch === meant.get(union)
    })
  })
}

/** The branch of `union` that `violation` comes from. */
function branchOf({ schema_path, pointer }: Violation, union: Violation): string | undefined {
  // The items of a list share a path in the schema.
  if (!isWithin(pointer, union.pointer)) return undefined
  const prefix = `${union.schema_path}/anyOf/`
  if (!schema_path.startsWith(prefix)) return undefined
  return schema_path.slice(prefix.length).split("/")[0]
}

function meantBranch(union: Violation, all: readonly Violation[]): string | undefined {
  const inside = all.filter((each) => branchOf(each, union) !== undefined)
  const mistyped = inside
    .filter(({ keyword, pointer }) => keyword === "type" && pointer === union.pointer)
    .map((each) => branchOf(each, union))
  return inside.map((each) => branchOf(each, union)).find((branch) => !mistyped.includes(branch))
}
