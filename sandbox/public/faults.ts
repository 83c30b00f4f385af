/** Which requests a fault affects; all given conditions must match. */
export interface FaultMatch {
  operation_name?: string
  /** The path without the query; a regular expression may match a part of it. */
  path?: string | RegExp
  method?: string
  /** Text that the request's body contains. */
  body_includes?: string
}

interface FaultBase {
  match?: FaultMatch
  /** Number of requests to affect; unlimited by default. */
  times?: number
  /** Number of matching requests to let pass first. */
  skip?: number
}

/** Answers with this status; with `applied` the request is executed nevertheless. */
export interface StatusFault extends FaultBase {
  status: number
  body?: unknown
  headers?: Record<string, string>
  applied?: boolean
}

/** Delays the request; it is executed after the delay. */
export interface DelayFault extends FaultBase {
  delay_ms: number
}

/** Resets the connection, before or after the request is executed. */
export interface DropFault extends FaultBase {
  drop: "before" | "after"
}

/** Executes the request and truncates the response. */
export interface TruncateFault extends FaultBase {
  truncate: true
}

/**
 * Answers HTTP 200 with a GraphQL error. With `partial` the request is executed, and only the data at the
 * error's path becomes null; otherwise it is not executed.
 */
export interface GraphQLFault extends FaultBase {
  graphql_error: {
    type?: string
    message: string
    path?: readonly (string | number)[]
    extensions?: Record<string, unknown>
  }
  partial?: boolean
  headers?: Record<string, string>
}

export type Fault = StatusFault | DelayFault | DropFault | TruncateFault | GraphQLFault
