import type { Change, Derived } from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { namesIn } from "../check/index.js"

/** Derives the result of a REST lookup: the whole answer. */
export function deriveLookupResult({ rest }: WrittenCard): Derived {
  const changes = Object.entries(rest?.lookups ?? {}).flatMap(([key, { result }]) => {
    const at = ["rest", "lookups", key]
    return result === undefined
      ? [{ at: [...at, "result"], value: Path.derived("@"), from: at }]
      : []
  })
  return { changes }
}

/**
 * Fills the names of a path with lookups before inputs: a checked name is never sent unchecked.
 * `by-name.ts` has the same rule for queries and bodies.
 */
export function deriveParameters({ rest }: WrittenCard): Derived {
  const { endpoints = [], lookups = {} } = rest ?? {}
  const changes = endpoints.flatMap((endpoint, index) => {
    const at = ["rest", "endpoints", index]
    const ofPath = namesIn(endpoint.path ?? "").filter((name) => name !== endpoint.item)
    return ofPath.flatMap((name): Change[] => {
      if (!Object.hasOwn(lookups, name) || Object.hasOwn(endpoint.parameters ?? {}, name)) return []
      const from = ["rest", "lookups", name]
      return [{ at: [...at, "parameters", name], value: Path.derived(`$lookups.${name}`), from }]
    })
  })
  return { changes }
}
