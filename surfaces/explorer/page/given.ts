/** The data of the page, and the answers to its requests. */
import type { Contract, Explanation, RouteType } from "../../../runtime/index.js"

export interface Given {
  readonly capabilities: readonly Described[]
  readonly chain: readonly object[]
  /** Whether a server runs tasks for the page. */
  readonly live: boolean
}

export interface Described {
  readonly explanation: Explanation
  readonly contract: Contract
  /** Input and output as TypeScript. */
  readonly types: string
  readonly sends: readonly Sent[]
}

export interface Sent {
  readonly route: RouteType
  /** `IssueView`, `POST /repos/{owner}/{repo}/issues`, `gh issue create` */
  readonly name: string
  /** Whether it finds a value that another request needs. */
  readonly lookup: boolean
  /** The GraphQL document, with its fragments. */
  readonly document?: string
}

export interface Ran {
  /** The envelope of a single task, or of the chain. */
  readonly envelope: object
  /** The requests that arrived at the sandbox, in order. */
  readonly requests: readonly Arrived[]
}

/** A request, without its content. */
export interface ArrivedLine {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly operation: { readonly type: string; readonly name: string } | null
  /** Null if no answer came. */
  readonly status: number | null
  /** Whether GitHub refused a part of it, whatever the status is. */
  readonly failed: boolean
}

export interface Arrived extends ArrivedLine {
  /** The REST route: `GET /repos/{owner}/{repo}` */
  readonly route: string | null
  /** The root fields of a document; several if operations were merged. */
  readonly fields: readonly string[]
  /** Points of the GraphQL rate limit. */
  readonly cost: number | null
  /** The synthesized parts of the answer. */
  readonly synthesized: readonly string[]
  readonly body: unknown
  readonly response: unknown
}

/** An issue or a pull request of the sandbox. */
export interface Item {
  /** `octocat/hello-world#1` */
  readonly name: string
  readonly title: string
  readonly state: string
  readonly labels: readonly string[]
}

/** The sandbox: what was updated or arrived last comes first. */
export interface State {
  readonly issues: { readonly total: number; readonly items: readonly Item[] }
  readonly pulls: { readonly total: number; readonly items: readonly Item[] }
  readonly requests: readonly ArrivedLine[]
  /** Variables that make other programs use this sandbox. */
  readonly environment: Readonly<Record<string, string>>
}

/** The path that runs tasks; the body is `{ tasks }`. */
export const RUN = "/run"
export const RESET = "/reset"
export const STATE = "/state"
