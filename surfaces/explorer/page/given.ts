/** What the page is given, and what it is answered. */
import type { Contract, Explanation, RouteType } from "../../../runtime/index.js"

/** What a page is made of. */
export interface Given {
  readonly capabilities: readonly Described[]
  /** What the page begins with where nothing else was chosen. */
  readonly chain: readonly object[]
  /** A server runs tasks for it. */
  readonly live: boolean
}

/** Everything that is said of one capability. */
export interface Described {
  readonly explanation: Explanation
  readonly contract: Contract
  /** Input and output as TypeScript. */
  readonly types: string
  readonly sends: readonly Sent[]
}

/** What a route sends. */
export interface Sent {
  readonly route: RouteType
  /** `IssueView`, `POST /repos/{owner}/{repo}/issues`, `gh issue create` */
  readonly name: string
  /** It finds what another one needs. */
  readonly lookup: boolean
  /** Of GraphQL: the document, with its fragments. */
  readonly document?: string
}

/** What came of tasks. */
export interface Ran {
  /** Of a task alone its envelope, of a list that of the chain. */
  readonly envelope: object
  /** The requests that arrived at the sandbox, in order. */
  readonly requests: readonly Arrived[]
}

export interface Arrived {
  readonly number: number
  readonly method: string
  readonly path: string
  /** Of REST: `GET /repos/{owner}/{repo}` */
  readonly route: string | null
  /** Of GraphQL. */
  readonly operation: { readonly type: string; readonly name: string } | null
  /** The root fields of a document; more than one where operations were merged. */
  readonly fields: readonly string[]
  /** Null where no answer came. */
  readonly status: number | null
  /** GitHub refused something of it, whatever the status. */
  readonly failed: boolean
  /** Points of the GraphQL rate limit. */
  readonly cost: number | null
  /** What of the answer the sandbox has made up. */
  readonly synthesized: readonly string[]
  readonly body: unknown
  readonly response: unknown
}

/** Where tasks are answered; the body is `{ tasks }`. */
export const RUN = "/run"
/** Where the sandbox is made what it was at the start. */
export const RESET = "/reset"
