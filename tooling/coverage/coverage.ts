/** What becomes of a request for one operation or one field. */
export type Treatment = "modelled" | "constant" | "refused"

/** One operation of REST, or one field of GraphQL. */
export interface Entry {
  /** `GET /repos/{owner}/{repo}` or `Repository.issues`. */
  readonly name: string
  readonly treatment: Treatment
  /** What a constant answer is, or what a modelled one leaves out. */
  readonly note?: string
}

/** What belongs together: a root of REST, a type of GraphQL. */
export interface Group {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** One API's part of the page. */
export interface Coverage {
  readonly title: string
  /** One entry, in the plural. */
  readonly noun: string
  readonly introduction: string
  readonly groups: readonly Group[]
}
