/** The document and the requests of a call. */
interface Sent {
  readonly graphql?: { readonly operation: { readonly document: string } } | undefined
  readonly rest?: { readonly endpoints: readonly { readonly path: string }[] } | undefined
}

/** Whether a call searches, so that its query decides which repositories it reads. */
export function isSearch({ graphql, rest }: Sent): boolean {
  const document = graphql?.operation.document ?? ""
  return (
    /^\s*(?:\w+\s*:\s*)?search\s*\(/m.test(document) ||
    rest?.endpoints.some(({ path }) => path.startsWith("/search/")) === true
  )
}
