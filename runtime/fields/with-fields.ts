import type { Loadable } from "../routes/index.js"
import type { GivenOptions } from "./types.js"

/** Both rewrite documents, and few calls need either. */
export const loadRewriting = () => import("./rewriting.js")

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
  const load = async () => (await loadRewriting()).narrowDefinition(await capability.load(), given)
  return { ...capability, load }
}
