import type { RouteType } from "../../runtime/index.js"
import type { Proposal, ScaffoldContext } from "./proposal.js"

/** The part of a route that `gen new` needs; the routes of `generator/routes/` are passed in. */
export interface RouteScaffolder {
  readonly type: RouteType
  /** The starting points for a capability over this route. */
  readonly scaffolds: readonly Scaffold[]
}

export interface Scaffold {
  /** The option of `gen new` with the starting point. */
  readonly option: string
  /** An example value of the option. */
  readonly example: string
  /** @throws ProposalError that says what to do instead */
  propose(known: ScaffoldContext, id: string, of: string): Proposal
}
