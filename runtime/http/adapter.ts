/** What a feature may put in the place of `fetch`, or around it. */
import type { ResponseHeaders } from "../errors/index.js"
import type { Deadline } from "../timing/index.js"
import type { HttpAnswer, HttpRequest, Outgoing, RawResponse, Succeeded } from "./message.js"

export interface PacedDeadline extends Deadline {
  /** Called when the request is sent. Until then it may have waited in a queue of the adapter. */
  leave?(): void
}

/** Sends the requests of a client in place of `fetch`. */
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

/** The cache entry of one request. */
export interface CacheEntry {
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
