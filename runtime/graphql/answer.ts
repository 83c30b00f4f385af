import type { GraphqlOperation } from "../definition/index.js"
import type { Failure, GraphqlError, ResponseHeaders } from "../errors/index.js"
import type { Scope } from "../timing/index.js"

export interface GraphqlRequest {
  readonly operation: GraphqlOperation
  readonly variables: object
  readonly scope: Scope
  /** A mutation that has the same effect when it runs twice. */
  readonly repeatable?: boolean
  /** Number of operations merged in its document; one by default. */
  readonly merged?: number
  /** For mutations: the failure to retry if GitHub answers with errors. */
  failureIn?(answer: Extract<GraphqlAnswer, { ok: true }>, merged?: number): Failure | undefined
}

/** A request that may change something, with the function that reports whether it did. */
export type GraphqlMutation = GraphqlRequest & Required<Pick<GraphqlRequest, "failureIn">>

/** GitHub's answer to one operation, or the reason why there is none. */
export type GraphqlAnswer =
  | {
      ok: true
      data: unknown
      errors: readonly GraphqlError[]
      headers: ResponseHeaders
      /** An earlier attempt may have been applied, whatever this answer is. */
      uncertain?: boolean
    }
  | { ok: false; failure: Failure; headers: ResponseHeaders }

/**
 * Sends operations to GitHub. There are two methods, because queries can be merged with any other query and sent at
 * any time, but mutations must keep their order.
 */
export interface GraphqlTransport {
  query(request: GraphqlRequest): Promise<GraphqlAnswer>
  mutate(request: GraphqlMutation): Promise<GraphqlAnswer>
}
