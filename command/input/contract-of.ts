import { registry } from "../../generated/registry.js"
import { type Contract, knownOf } from "../../runtime/index.js"

/** What a capability promises; undefined where there is none of this id. */
export async function contractOf(id: unknown): Promise<Contract | undefined> {
  if (typeof id !== "string" || !knownOf(registry, id)) return undefined
  return registry.source(id).contract()
}
