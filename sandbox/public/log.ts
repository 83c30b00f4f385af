/** One request that reached the sandbox. */
export interface LoggedRequest {
  /** Counted from 1. */
  number: number
  method: string
  /** The path as sent, neither decoded nor resolved. */
  path: string
  /** Parameters of the query string. */
  query: Record<string, string>
  /** The REST route in GitHub's notation: `GET /repos/{owner}/{repo}`. */
  route: string | null
  /** Lower-case names; the credential is never kept. */
  headers: Record<string, string>
  /** The account of the token, or null. */
  login: string | null
  /** The parsed JSON body, or a string if it is not JSON. For an uploaded file, only its size is kept. */
  body: unknown
  operation_name: string | null
  operation_type: "query" | "mutation" | "subscription" | null
  /** Points that GitHub would charge for GraphQL. */
  cost: number | null
  /** Null until the response is sent, and for a dropped connection. */
  status: number | null
  /** The synthesized fields and operations: `Repository.vulnerabilityAlert`, `GET /feeds`. */
  synthesized: readonly string[]
  /** Whether the answer is one of the option `generic`. */
  generic: boolean
  /** The parameters and fields that a lenient sandbox did not read: `stat`, `labels[].colour`. */
  ignored: readonly string[]
  response: unknown
  bytes_received: number
  bytes_sent: number
  at: string
}

/** The size of the log. The oldest requests are dropped first. */
export interface LogLimit {
  /** Number of requests, 10,000 by default. */
  requests?: number
  /** Bytes of request and response bodies, 64 MiB by default. */
  bytes?: number
}
