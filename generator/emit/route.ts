import type { CapabilityPlan } from "../plan/index.js"
import type { Doc } from "./layout.js"
import type { Import } from "./module.js"

/** The part of a route that code generation needs; the routes of `generator/routes/` are passed in. */
export interface RouteEmitter {
  /** The types that a capability's module declares for the route. */
  types(plan: CapabilityPlan): Doc[]
  /** The members of the definition, `rest: { … },`; empty if the plan lacks the route. */
  members(plan: CapabilityPlan): Doc[]
  /** The imports of these members; `from` gives the specifier of a file. */
  imports?(plan: CapabilityPlan, from: (path: string) => string): Import[]
  /** Optional runtime features that the members need, by name. */
  parts?(plan: CapabilityPlan): Readonly<Record<string, boolean>>
}
