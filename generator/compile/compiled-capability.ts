import type { Contract } from "../check/index.js"
import type { PlannedCapability } from "../planner/index.js"

/** A card's part in the files that all cards share. */
export interface CompiledCapability {
  readonly id: string
  readonly isList: boolean
  readonly isUncounted?: true
  /** The shape of its result, or of each item. */
  readonly shape?: string
  readonly contract: Contract
  /** The capability's entry in the catalogue, as TypeScript. */
  readonly catalog: string
  /** Facts for the registry, as JSON. */
  readonly known: string
  readonly planned: PlannedCapability
  /** The capability's line in the list of the docs, and its section. */
  readonly docs: { readonly line: string; readonly section: string }
}
