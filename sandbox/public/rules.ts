/** Which requests a rule is about; everything that is given must hold. */
export interface Match {
  operation_name?: string
  /** The path without the query; an expression may match a part of it. */
  path?: string | RegExp
  method?: string
  /** Text that the request's body contains. */
  body_includes?: string
}

interface RuleBase {
  match?: Match
  /** How often the rule acts before it is used up; for ever unless given. */
  times?: number
  /** How many matching requests it lets pass first. */
  skip?: number
}

/** Answers with a status of its own; `applied` carries the request out all the same. */
export interface StatusRule extends RuleBase {
  status: number
  body?: unknown
  headers?: Record<string, string>
  applied?: boolean
}

/** Holds the answer back; the request is carried out when the delay is over. */
export interface DelayRule extends RuleBase {
  delay_ms: number
}

/** Resets the connection, before or after the request was carried out. */
export interface DropRule extends RuleBase {
  drop: "before" | "after"
}

/** Carries the request out and breaks off in the middle of the answer. */
export interface TruncateRule extends RuleBase {
  truncate: true
}

/**
 * Answers HTTP 200 with a GraphQL error. With `partial` the request is carried out, the data at
 * the error's path becomes null, and the rest is kept; otherwise nothing is carried out.
 */
export interface GraphQLErrorRule extends RuleBase {
  graphql_error: {
    type?: string
    message: string
    path?: readonly (string | number)[]
    extensions?: Record<string, unknown>
  }
  partial?: boolean
  headers?: Record<string, string>
}

export type Rule = StatusRule | DelayRule | DropRule | TruncateRule | GraphQLErrorRule
