/** One request that reached the sandbox. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number
  method: string
  /** As it was sent: nothing in it is decoded or resolved. */
  path: string
  /** Parameters of the query string. */
  query: Record<string, string>
  /** The REST route, as GitHub's description writes it: `GET /repos/{owner}/{repo}`. */
  route: string | null
  /** Lower-case names; the credential is never kept. */
  headers: Record<string, string>
  /** The account of the token, or null. */
  login: string | null
  /** The parsed JSON body, or its text where it is not JSON. */
  body: unknown
  operation_name: string | null
  operation_type: "query" | "mutation" | "subscription" | null
  /** Points that GitHub would have charged for GraphQL. */
  cost: number | null
  /** Null while the answer is being made, and when the connection was dropped. */
  status: number | null
  /** What of the answer was made up: `Repository.discussion`, `GET /notifications`. */
  invented: readonly string[]
  response: unknown
  bytes_received: number
  bytes_sent: number
  at: string
}

/** How much of the log is kept. The oldest requests go first, and go whole. */
export interface LogLimit {
  /** How many requests; 10,000 unless given. */
  requests?: number
  /** The bytes of their bodies and of the answers; 64 MiB unless given. */
  bytes?: number
}
