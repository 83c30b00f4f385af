import type { GraphqlTransport } from "../graphql/index.js"
import type { DocumentSizes } from "./limits.js"

export interface Batcher {
  /**
   * Adds a handler, which works until it waits or settles.
   *
   * @param order - sorts the mutations that are sent together; compared element by element
   */
  join(order: readonly number[]): Handler
}

/** A participant of a batch, such as a step of a chain. */
export interface Handler {
  transport(inner: GraphqlTransport, sizes: DocumentSizes): GraphqlTransport
  /** Reports that the handler has its result. */
  settle(): void
  /** Reports that the handler sends nothing together with the others until it resumes. */
  leave(): void
  /** Reports that the handler is working again, so the others wait for it. */
  resume(): void
}
