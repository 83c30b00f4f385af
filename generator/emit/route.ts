import type { RouteType } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import type { Doc } from "./layout.js"
import type { Import } from "./module.js"

/** What emission asks of a route; the routes of `generator/routes/` are handed in. */
export interface RouteEmitter {
  readonly type: RouteType
  /** Who answers over it, in comments: `GraphQL`, `REST`, `gh`. */
  readonly answerer: string
  /** The types that the module of a capability declares for it. */
  types(plan: CapabilityPlan): Doc[]
  /** What the capability says of it, `rest: { … },`; nothing where it has no such route. */
  members(plan: CapabilityPlan): Doc[]
  /** What these import; `from` gives the specifier of a file. */
  imports?(plan: CapabilityPlan, from: (path: string) => string): Import[]
  /** What they take of the runtime that others do without, by the names of parts. */
  parts?(plan: CapabilityPlan): Readonly<Record<string, boolean>>
}
