/** One request that reached the sandbox. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number
  method: string
  path: string
  /** Lower-case names; the credential is never kept. */
  headers: Record<string, string>
  /** The account of the token, or null. */
  login: string | null
  /** The parsed JSON body, or its text where it is not JSON. */
  body: unknown
  operation_name: string | null
  operation_type: "query" | "mutation" | "subscription" | null
  /** Points that GitHub would have charged. */
  cost: number | null
  /** Null while the answer is being made, and when the connection was dropped. */
  status: number | null
  response: unknown
  bytes_received: number
  bytes_sent: number
  at: string
}
