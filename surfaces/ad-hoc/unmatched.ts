/** Finds patterns of guards that match no documented operation, and so would have no effect. */
import { isOfOperations, matches } from "../../runtime/features/guards/index.js"
import type { Client, UnmatchedPattern } from "../../runtime/index.js"
import { didYouMean } from "../../runtime/suggestions/index.js"
import { describedPaths, nearPaths, operationsAt, pathFor } from "./description.js"

type Guards = Pick<Client["guard"], "operations" | "bounds">

const found = new WeakMap<Guards, UnmatchedPattern | undefined>()

/** The first such pattern of a client's guards. */
export function unmatchedIn(guards: Guards): UnmatchedPattern | undefined {
  if (!found.has(guards)) found.set(guards, firstUnmatched(guards))
  return found.get(guards)
}

function firstUnmatched({ operations, bounds }: Guards): UnmatchedPattern | undefined {
  const { allow = [], deny = [] } = operations
  const patterns = { allow, deny, limits: Object.keys(bounds?.limits ?? {}) }
  for (const guard of ["allow", "deny", "limits"] as const) {
    const unknown = patterns[guard].find((one) => isOfOperations(one) && !isDocumented(one))
    if (unknown === undefined) continue
    const [method = "", path = ""] = unknown.split(" ")
    const similar = [pathFor(path, method)?.path ?? nearPaths(path, method)].flat()
    const fix =
      similar.length > 0
        ? didYouMean(similar.map((one) => `${method} ${one}`)).replace(/^d/, "D")
        : "Search for it: ghx capabilities search WORDS"
    return { guard, message: `No documented operation matches ${unknown} in \`${guard}\``, fix }
  }
  return undefined
}

function isDocumented(pattern: string): boolean {
  const [method = "", path = ""] = pattern.split(" ")
  if (method === "query" || method === "mutation" || path.startsWith("*")) return true
  const takes = (one: string) => operationsAt(one)?.[method.toLowerCase()] !== undefined
  return describedPaths().some((one) => matches(path, one) && takes(one))
}
