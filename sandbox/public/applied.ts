/** An applied change. */
export interface Applied {
  /** The name of the mutation, even for a change over REST or `gh`. */
  mutation: string
  node_id: string
  actor: string
  at: string
}
