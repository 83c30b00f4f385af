/** How the sandbox treats an operation or a field. */
export type Treatment = "modelled" | "constant" | "generic" | "refused"

/** One operation of REST or one field of GraphQL. */
export interface Entry {
  /** `GET /repos/{owner}/{repo}` or `Repository.issues`. */
  readonly name: string
  readonly treatment: Treatment
  /** The constant answer, or the gaps of a modelled one. */
  readonly note?: string
}

/** A group of operations or fields: a REST path prefix, a GraphQL type. */
export interface Group {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** One API's part of the page. */
export interface Coverage {
  readonly title: string
  /** The name for entries, in the plural. */
  readonly noun: string
  readonly introduction: string
  readonly groups: readonly Group[]
}
