import type { PlannedCapability } from "../../planner/table/index.js"
import type { Contract } from "../check/index.js"
import {
  type CapabilityName,
  type DocsSection,
  emitCapabilityMap,
  emitEditorSchemas,
  emitNamespaces,
  emitPlanner,
  emitRegistry,
  emitTypes,
  type PackageImports,
} from "../emit/index.js"
import { type Hash, memoize, memoizedHash, memoizeLast } from "../text/index.js"
import { projectReader } from "./context.js"

/**
 * Results that a caller of the compiler keeps between runs, for inputs that have not changed. They save time without
 * changing the result.
 */
export type Memory = ReturnType<typeof createMemory>

export function createMemory(hash: Hash = memoizedHash()) {
  return {
    hash,
    projectOf: projectReader(),
    // Most changes of a card do not affect the lists.
    lists: memoize((packageImports: PackageImports) =>
      memoizeLast((...listed: Listed) => listsOf(packageImports, ...listed)),
    ),
    editorSchemas: memoizeLast(emitEditorSchemas),
  }
}

type Listed = [
  capabilities: readonly Omit<CompiledCapability, "contract" | "catalog" | "docs">[],
  shapes: readonly string[],
  /** The planner's facts about the package, as JSON. */
  planned: string,
]

function listsOf(packageImports: PackageImports, ...[capabilities, shapes, planned]: Listed) {
  const ofPackage: PlannedCapability[] = JSON.parse(planned)
  return [
    ...emitNamespaces(capabilities, packageImports),
    emitTypes(capabilities, shapes, packageImports),
    emitCapabilityMap(capabilities, packageImports),
    ...emitRegistry(capabilities, packageImports),
    ...emitPlanner(capabilities, packageImports, ofPackage),
  ]
}

/** A card's part in the files that all cards share. */
export interface CompiledCapability extends CapabilityName {
  readonly contract: Contract
  /** The capability's entry in the catalogue, as TypeScript. */
  readonly catalog: string
  /** Facts for the registry, as JSON. */
  readonly known: string
  readonly planned: PlannedCapability
  /** For the page of a project's capabilities. */
  readonly docs?: DocsSection
}
