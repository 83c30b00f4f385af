/** Code that few commands need, loaded by those that do. */

import { type Ask, LookedUp, LookedUpInput, ME } from "./lookup/index.js"

export const loadEditor = () => import("./editor.js")
export const loadExpression = () => import("./expression.js")
export const loadGistFiles = () => import("./gist-files.js")
export const loadNested = () => import("./nested.js")
export const loadNames = () => import("./complete.js")

/** Resolves names through GitHub, if there may be any in an input. */
export async function complete(input: unknown, ask: Ask, id: string): Promise<unknown> {
  const isWanted = Object.entries(Object(input)).some(
    ([name, value]) =>
      value instanceof LookedUp ||
      value instanceof LookedUpInput ||
      name === "workflow_id" ||
      [value].flat().some((one) => one === ME || /^(?:latest$|app\/)/.test(String(one))),
  )
  return isWanted ? (await loadNames()).complete(input, ask, id) : input
}
