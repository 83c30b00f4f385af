/** The answer to a look-up that a result already contains. */
export interface Identified {
  /** The operation of the look-up: `IssueId`. */
  readonly lookup: string
  /** Its variables, in the order in which it declares them. */
  readonly variables: object
  /** The answer that GitHub would give. */
  readonly data: object
}
