import type { Contract } from "../check/index.js"
import type { CapabilityName, DocsSection } from "../emit/index.js"
import type { PlannedCapability } from "../planner/index.js"

/** A card's part in the files that all cards share. */
export interface CompiledCapability extends CapabilityName {
  readonly contract: Contract
  /** The capability's entry in the catalogue, as TypeScript. */
  readonly catalog: string
  /** Facts for the registry, as JSON. */
  readonly known: string
  readonly planned: PlannedCapability
  readonly docs: DocsSection
}
