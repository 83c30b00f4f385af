import type { JsonSchema } from "../../runtime/definition/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { subschemas } from "../shape/index.js"
import { compareText } from "../text/index.js"
import type { RouteEmitter } from "./route.js"

/** Optional runtime features that a capability needs, by the names that its module imports. */
export function featuresOf(plan: CapabilityPlan, routes: readonly RouteEmitter[]): string[] {
  const { allOf, dependentRequired } = plan.input
  const own = {
    nodeIds: takesNodeIds(plan.input),
    requirements: allOf !== undefined || dependentRequired !== undefined,
  }
  const all: Readonly<Record<string, boolean>>[] = [own]
  for (const one of routes) if (one.parts) all.push(one.parts(plan))
  // Several routes may need the same part.
  const names = all.flatMap((parts) =>
    Object.entries(parts).flatMap(([name, isNeeded]) => (isNeeded ? [name] : [])),
  )
  return [...new Set(names)].sort(compareText)
}

function takesNodeIds(schema: JsonSchema): boolean {
  return (
    schema["x-ghx-node"] !== undefined || subschemas(schema).some((one) => takesNodeIds(one.schema))
  )
}
