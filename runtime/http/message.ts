import type { Failure, ResponseHeaders } from "../errors/index.js"
import type { Reader } from "./read-body.js"

/** One request to GitHub. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** The API that it is for; that of the connection unless given. */
  readonly base?: string
  readonly channel: "graphql" | "rest"
  /** It may change something. */
  readonly writes: boolean
  /** Sent as JSON; a text and bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The body of the answer: JSON, JSON or nothing at all (null), or what a reader makes of it. JSON unless given. */
  readonly expect?: "json" | "json_or_nothing" | Reader
  /** It only reads: its answer may be kept, and asked for again by its version. */
  readonly cacheable?: boolean
  /** What an answer with a status of 2xx reports all the same. */
  failureIn?(body: unknown, headers: ResponseHeaders): Failure | undefined
}

/** An answer with a status of 2xx, or what went wrong. */
export type HttpAnswer = {
  headers: ResponseHeaders
  /** Somebody else than the API gave it, whom a redirect led to. */
  elsewhere?: boolean
  /** Puts it into the client's cache. */
  keep?(): void
} & ({ ok: true; body: unknown; warning?: string } | { ok: false; failure: Failure })
