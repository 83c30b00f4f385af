import type { GraphqlOperation } from "../definition/index.js"
import type { Failure, ResponseHeaders } from "../errors/index.js"
import type { Reader } from "./read-body.js"

/** One request to GitHub. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** The API's base URL; that of the connection by default. */
  readonly base?: string
  readonly channel: "graphql" | "rest"
  /** It may change something. */
  readonly writes: boolean
  /** Sent as JSON; a text and bytes as they are. */
  readonly body?: unknown
  /** The GraphQL operation. */
  readonly operation?: GraphqlOperation
  readonly headers?: Readonly<Record<string, string>>
  /** How to read the body: JSON, JSON or nothing (null), or a reader. JSON by default. */
  readonly expect?: "json" | "json_or_nothing" | Reader
  /** It only reads: its answer may be kept, and asked for again by its version. */
  readonly cacheable?: boolean
  /** The failure that a 2xx answer reports, if any. */
  failureIn?(body: unknown, headers: ResponseHeaders): Failure | undefined
}

/** An answer with a status of 2xx, or what went wrong. */
export type HttpAnswer = {
  headers: ResponseHeaders
  /** The answer came from a redirect's target outside the API. */
  elsewhere?: boolean
  /** Puts it into the client's cache. */
  keep?(): void
} & ({ ok: true; body: unknown; warning?: string } | { ok: false; failure: Failure })
