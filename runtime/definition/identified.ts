/** The answer to a lookup that a result already contains. */
export interface Identified {
  /** The operation of the lookup: `IssueId`. */
  readonly lookup: string
  /** Its variables, in the order in which it declares them. */
  readonly variables: object
  /** The answer that GitHub would give. */
  readonly data: object
}
