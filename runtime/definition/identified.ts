/** What a result tells that a look-up would ask for. */
export interface Identified {
  /** The operation of the look-up: `IssueId`. */
  readonly lookup: string
  /** Its variables, in the order in which it declares them. */
  readonly variables: object
  /** What GitHub would answer. */
  readonly data: object
}
