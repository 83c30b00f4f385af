import type { RouteType } from "../../runtime/index.js"
import type { Known, Proposal } from "./proposal.js"

/** What `gen new` asks of a route; the routes of `generator/routes/` are handed in. */
export interface RouteScaffolder {
  readonly type: RouteType
  /** What a capability can be made of over it. */
  readonly scaffolds: readonly Scaffold[]
}

export interface Scaffold {
  /** The option of `gen new` that says of what. */
  readonly option: string
  /** What may follow the option. */
  readonly example: string
  /** @throws ProposalError that says what to do instead */
  propose(known: Known, id: string, of: string): Proposal
}
