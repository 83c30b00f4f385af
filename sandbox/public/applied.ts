/** A change of the state that was carried out. */
export interface Applied {
  /** The GraphQL name of the mutation, whichever interface asked for it. */
  mutation: string
  node_id: string
  actor: string
  at: string
}
