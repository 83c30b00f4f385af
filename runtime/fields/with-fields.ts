import type { Loadable } from "../routes/index.js"
import type { GivenOptions } from "./types.js"

export const loadNarrowing = () => import("./narrow-definition.js")

export const loadUntrusted = () => import("./untrusted.js")

/** A copy, because the caller may change the options later. */
export function copyOf(options: GivenOptions | undefined): GivenOptions {
  const { fields, ...others } = { ...options }
  return { ...others, fields: Array.isArray(fields) ? [...fields] : fields }
}

/**
 * A capability with `fields` or a key. The code for these is loaded by the first such call, and reports
 * invalid options.
 */
export function withFields<Id extends string, T>(
  capability: Loadable<Id, T>,
  options: GivenOptions | undefined,
): Loadable<Id, T> {
  if (!options) return capability
  const given = copyOf(options)
  if (Object.values(given).every((one) => one === undefined)) return capability
  const load = async () => (await loadNarrowing()).narrowDefinition(await capability.load(), given)
  return { ...capability, load }
}
