import type { GraphQLSchema } from "graphql"
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
}

/** Why no card can be derived, and what to do instead. */
export class ProposalError extends Error {}

/** What has to be said of whatever can change something. */
export const ofChanges = (effect: "write" | "destroy") => ({ effect, idempotent: false })

export const REPEATS =
  "effect and idempotent: does a second equal call succeed, and leave what the first one left?"
export const FIELDS = "output: which fields do callers need, and do their words say enough?"
export const INPUTS = "input: which of these do callers decide on? The rest can go."
