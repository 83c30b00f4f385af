import type { JsonSchema } from "../../runtime/definition/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { subschemas } from "../shape/index.js"
import { compareText } from "../text/index.js"
import type { RouteEmitter } from "./route.js"

/** Optional runtime features that a capability needs, by the names that its module imports. */
export function featuresOf(plan: CapabilityPlan, routes: readonly RouteEmitter[]): string[] {
  const { allOf, dependentRequired } = plan.input
  const parts = {
    nodeIds: takesNodeIds(plan.input),
    requirements: allOf !== undefined || dependentRequired !== undefined,
    ...Object.assign({}, ...routes.map((one) => one.parts?.(plan))),
  }
  return Object.keys(parts)
    .filter((name) => parts[name])
    .sort(compareText)
}

function takesNodeIds(schema: JsonSchema): boolean {
  return (
    schema["x-ghx-node"] !== undefined || subschemas(schema).some((one) => takesNodeIds(one.schema))
  )
}
