/** An applied change. */
export interface Applied {
  /** The name of the mutation, over whichever interface the change was made. */
  mutation: string
  node_id: string
  actor: string
  at: string
}
