import type { GraphqlOperation } from "../definition/index.js"
import type { ResultWarning } from "../envelope/index.js"
import type { Failure, ResponseHeaders } from "../errors/index.js"
import type { Deadline } from "../timing/index.js"
import type { Reader } from "./read-body.js"

/** One request to GitHub. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** The base URL of the API; by default that of the connection. */
  readonly base?: string
  readonly channel: "graphql" | "rest"
  /** Whether the request may change something. */
  readonly writes: boolean
  /** Sent as JSON; strings and bytes are sent unchanged. */
  readonly body?: unknown
  /** The GraphQL operation. */
  readonly operation?: GraphqlOperation
  readonly headers?: Readonly<Record<string, string>>
  /** How to read the body: as JSON (the default), as JSON or nothing (null), or by a reader. */
  readonly expect?: "json" | "json_or_nothing" | Reader
  /** The request only reads, so its answer may be cached and revalidated by its ETag. */
  readonly cacheable?: boolean
  /** The failure that a 2xx answer reports, if any. */
  failureIn?(body: unknown, headers: ResponseHeaders): Failure | undefined
}

interface Received {
  headers: ResponseHeaders
  /** The answer came from a redirect's target outside the API. */
  elsewhere?: boolean
  /** Puts the answer into the client's cache. */
  keep?(): void
}

/** An answer with a status of 2xx. */
export interface Succeeded extends Received {
  ok: true
  body: unknown
  /** There was no body; `body` is null. */
  empty?: true
  /** What the answer leaves out. */
  warning?: ResultWarning
  /** The bytes of a text that could not be decoded. */
  bytes?: Uint8Array
}

/** An answer with a status of 2xx, or what went wrong. */
export type HttpAnswer = Succeeded | (Received & { ok: false; failure: Failure })

/** A request as it is sent. The caller reads the answer and follows redirects. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
}

/** An answer whose body may still have to be read. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | undefined>>
  readonly data: unknown
}

export interface PacedDeadline extends Deadline {
  /** Called when the request is sent. Until then it may have waited in a queue of the adapter. */
  leave?(): void
}

/** Sends the requests of a client in place of `fetch`: made by a feature. */
export interface Adapter {
  /** It may send without telling, so a request counts as sent when it is given to the adapter. */
  readonly foreign: boolean
  send(
    outgoing: Outgoing,
    request: HttpRequest,
    connection: {
      readonly max_response_bytes: number
      onSend(): void
      onToken(token: string): void
      /** Called if only a part of the body is passed on, or none because it broke off. */
      onCut(why: "long" | "broken"): void
      /** Called if a value of the body is not the one that GitHub sent. */
      onInexact(warning: ResultWarning): void
    },
  ): Promise<RawResponse>
  /** The time limit of a request that may wait in a queue of the adapter. */
  deadline?(parent: AbortSignal | undefined, client: { readonly timeout_ms: number }): PacedDeadline
  /** What an error of the adapter means; undefined if it is none of its own. */
  answerOf(
    error: unknown,
    about: { readonly sent: boolean; readonly disconnected: boolean },
  ): HttpAnswer | undefined
}

interface CacheEntry {
  /** Sent as `If-None-Match`; undefined if nothing usable is stored. */
  readonly etag: string | undefined
  /** The stored answer, with the headers of the 304 that confirmed it. */
  confirmed(headers: ResponseHeaders): Succeeded
  keep(body: unknown, headers: ResponseHeaders): void
}

/** A cache of responses as one client uses it. */
export interface ResponseStore {
  /** The entry of a request; `token` is absent if an adapter authenticates by itself. */
  recall(request: HttpRequest, token: string | undefined): Promise<CacheEntry | undefined>
}
