import type { GraphQLSchema } from "graphql"
import type { RouteType } from "../../../runtime/index.js"
import type { GhDescription, RestDescription } from "../../parse/index.js"
import type { KnownShape } from "./known-shapes.js"

/** The parts of a new capability. */
export interface Proposal {
  /** The short card, in the usual order of keys. */
  readonly card: Readonly<Record<string, unknown>>
  /** The GraphQL document of the card, if it has one. */
  readonly document?: string
  /** Decisions that only the author can make, a sentence each. */
  readonly open: readonly string[]
}

/** The context of a proposal. */
export interface ScaffoldContext {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
  readonly shapes: readonly KnownShape[]
  /** The names of the library's lookups over GraphQL. */
  readonly lookups: ReadonlySet<string>
  /** The names of inputs that the vocabulary describes. */
  readonly described: ReadonlySet<string>
  /** The library's lookups of an issue, by route. They reject pull requests, which REST and gh accept as issues. */
  readonly issue: Readonly<Partial<Record<RouteType, LookupOfIssue>>>
}

export interface LookupOfIssue {
  /** The REST request. */
  readonly request?: string
  /** The gh command. */
  readonly command?: string
  /** An expression that gives the issue, or null for a pull request. */
  readonly result?: string
}

/**
 * The card key that rejects a pull request's number as `issue_number`: the lookup, or its result
 * if the section sends the same request.
 */
export function guardOf(lookup: LookupOfIssue | undefined, asked: string): object {
  if (lookup === undefined) return {}
  const isSame = lookup.request === asked || lookup.command === asked
  return isSame ? { result: lookup.result } : { lookups: ["issue"] }
}

/** No card can be derived; the message suggests an alternative. */
export class ProposalError extends Error {}

/** Required keys of every card that can write. */
export const ofChanges = (effect: "write" | "destroy") => ({
  effect,
  idempotent: false,
  // Removals need no `reconcile`, because a missing object proves them.
  ...(effect === "write" && { reconcile: { none: "Not decided yet." } }),
})

export const REPEATS =
  "effect and idempotent: does repeating the call succeed and change nothing more? If not: how does `reconcile` find its result?"
export const FIELDS = "output: which fields do callers need, and are their descriptions clear?"
export const INPUTS = "input: which of these do callers need? Remove the rest."

/** The part of a route that `gen new` needs; the routes of `generator/routes/` are passed in. */
export interface RouteScaffolder {
  readonly type: RouteType
  /** The starting points for a capability over this route. */
  readonly scaffolds: readonly Scaffold[]
}

interface Scaffold {
  /** The option of `gen new` with the starting point. */
  readonly option: string
  /** An example value of the option. */
  readonly example: string
  /** @throws ProposalError that says what to do instead */
  propose(known: ScaffoldContext, id: string, of: string): Proposal
}
