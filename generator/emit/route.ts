import type { RouteType } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import type { Doc } from "./layout.js"
import type { Import } from "./module.js"

/** The part of a route that emission needs; the routes of `generator/routes/` are passed in. */
export interface RouteEmitter {
  readonly type: RouteType
  /** Who answers over it, in comments: `GraphQL`, `REST`, `gh`. */
  readonly answerer: string
  /** The types that the module of a capability declares for it. */
  types(plan: CapabilityPlan): Doc[]
  /** The members of the definition, `rest: { … },`; none without this route. */
  members(plan: CapabilityPlan): Doc[]
  /** The imports of these members; `from` gives the specifier of a file. */
  imports?(plan: CapabilityPlan, from: (path: string) => string): Import[]
  /** Optional runtime features that they need, by name. */
  parts?(plan: CapabilityPlan): Readonly<Record<string, boolean>>
}
