/** Code that few commands need, loaded by those that do. */
import type { Ask } from "./lookups.js"
import { LookedUp, ME } from "./table/index.js"

export const loadEditor = () => import("./editor.js")
export const loadExpression = () => import("./expression.js")
export const loadGistFiles = () => import("./gist-files.js")
export const loadHeads = () => import("./heads.js")
export const loadNested = () => import("./nested.js")
export const loadNames = () => import("./complete.js")

/** Resolves names through GitHub, if there may be any in an input. */
export async function complete(input: unknown, ask: Ask, id: string): Promise<unknown> {
  const isWanted = Object.entries(Object(input)).some(
    ([name, value]) =>
      typeof value === "symbol" ||
      value instanceof LookedUp ||
      name === "workflow_id" ||
      [value].flat().some((one) => one === ME || one === "latest"),
  )
  return isWanted ? (await loadNames()).complete(input, ask, id) : input
}
