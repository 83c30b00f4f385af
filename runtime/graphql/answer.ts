import type { GraphqlOperation } from "../definition/index.js"
import type { Failure, GraphqlError, ResponseHeaders } from "../errors/index.js"
import type { Scope } from "../timing/index.js"

export interface GraphqlRequest {
  readonly operation: GraphqlOperation
  readonly variables: object
  readonly scope: Scope
  /** A mutation that leaves the same when it runs twice. */
  readonly repeatable?: boolean
  /** How many operations are merged in its document, one unless given. */
  readonly merged?: number
  /** Of a mutation: why it may have to be sent again, where GitHub answers with errors. */
  failureIn?(answer: Extract<GraphqlAnswer, { ok: true }>, merged?: number): Failure | undefined
}

/** A request that may change something, with what tells whether it has. */
export type GraphqlMutation = GraphqlRequest & Required<Pick<GraphqlRequest, "failureIn">>

/** What GitHub answered to one operation, or why there is no answer. */
export type GraphqlAnswer =
  | {
      ok: true
      data: unknown
      errors: readonly GraphqlError[]
      headers: ResponseHeaders
      /** An earlier try may have been carried out, whatever this answer says. */
      uncertain?: boolean
    }
  | { ok: false; failure: Failure; headers: ResponseHeaders }

/**
 * Carries operations to GitHub. Two methods, because the two may travel differently: queries may be
 * merged with any other and sent at any time, mutations only where their order is kept.
 */
export interface GraphqlTransport {
  query(request: GraphqlRequest): Promise<GraphqlAnswer>
  mutate(request: GraphqlMutation): Promise<GraphqlAnswer>
}
