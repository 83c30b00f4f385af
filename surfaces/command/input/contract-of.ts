import { compiler } from "../../../generated/on-demand.js"
import { registry } from "../../../generated/registry.js"
import { type Contract, isOperation, knownOf, operationSource } from "../../../runtime/index.js"

/** The contract of a capability; undefined if there is none of this id. */
export async function contractOf(id: unknown): Promise<Contract | undefined> {
  if (isOperation(id)) {
    return operationSource(String(id), compiler)
      .contract()
      .catch(() => undefined)
  }
  if (typeof id !== "string" || !knownOf(registry, id)) return undefined
  return registry.source(id).contract()
}

/** Whether a capability changes files of this machine, which scripts and models do not reach. */
export const isOfMachine = (id: string): boolean => id === "pr.checkout"
