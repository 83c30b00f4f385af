import type { GraphQLSchema } from "graphql"
import type { RouteType } from "../../runtime/index.js"
import type { GhDescription, RestDescription } from "../parse/index.js"
import type { KnownShape } from "./known-shapes.js"

/** What a new capability is made of. */
export interface Proposal {
  /** The short card, in the order in which cards say things. */
  readonly card: Readonly<Record<string, unknown>>
  /** Its GraphQL document, where it has one. */
  readonly document?: string
  /** What only a person can decide, a sentence each. */
  readonly open: readonly string[]
}

/** What a proposal builds on. */
export interface Known {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
  readonly shapes: readonly KnownShape[]
  /** The names of the library's look-ups over GraphQL. */
  readonly lookups: ReadonlySet<string>
  /** The names of inputs that the vocabulary describes. */
  readonly described: ReadonlySet<string>
  /** The library's look-ups of an issue, by route: REST and gh take a pull request for one. */
  readonly issue: Readonly<Partial<Record<RouteType, LookupOfIssue>>>
}

export interface LookupOfIssue {
  /** Of REST. */
  readonly request?: string
  /** Of gh. */
  readonly command?: string
  /** The issue, or null where it is none. */
  readonly result?: string
}

/**
 * What holds a section to its promise that `issue_number` is no pull request's: the look-up, or its result
 * where the section asks for the same.
 */
export function guardOf(lookup: LookupOfIssue | undefined, asked: string): object {
  if (lookup === undefined) return {}
  const isSame = lookup.request === asked || lookup.command === asked
  return isSame ? { result: lookup.result } : { lookups: ["issue"] }
}

/** Why no card can be derived, and what to do instead. */
export class ProposalError extends Error {}

/** What has to be said of whatever can change something. */
export const ofChanges = (effect: "write" | "destroy") => ({
  effect,
  idempotent: false,
  // What is destroyed is found by what is gone.
  ...(effect === "write" && { reconcile: { none: "Not decided yet." } }),
})

export const REPEATS =
  "effect and idempotent: does repeating the call succeed and change nothing more? Else: how does `reconcile` find what it did?"
export const FIELDS = "output: which fields do callers need, and are their descriptions clear?"
export const INPUTS = "input: which of these do callers need? Remove the rest."
