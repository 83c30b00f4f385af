/** Exists only for the type-checker: no text has this property. */
declare const node: unique symbol

/**
 * The node id of an object of GitHub's GraphQL schema, such as `NodeId<"Issue">`; of one of several types
 * `NodeId<"Issue" | "PullRequest">`. It is a text, and any text fits where one is wanted, but the id of
 * another type does not.
 *
 * @example
 * const [thread] = page.items
 * ghx.pr.thread.resolve({ thread_id: thread.id }) // but not thread.comments[0].id
 */
export type NodeId<Type extends string> = string & { readonly [node]?: Type }
