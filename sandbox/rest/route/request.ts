import type { Archive, Download, RawFile } from "../../http/index.js"
import type { StoredGrant } from "../../snapshot/index.js"
import type { App, Session, Viewer } from "../../state/index.js"
import type { Hook } from "../../tables/index.js"
import type { Body, Query } from "./given.js"
import type { Media } from "./media.js"

/** The context of JSON shapes besides the row. */
export interface View {
  store: Session
  viewer: Viewer
  /** The base of all `url` properties. */
  apiUrl: string
  app: App
}

/** The GitHub App, for its own routes. */
export interface AppAccess extends App {
  /** The header of the request, which may have the App's JWT. */
  authorization: string | undefined
  /** Creates a token of an installation, which expires after an hour. */
  mint: (
    login: string,
    grant: Omit<StoredGrant, "expires_at">,
  ) => { token: string; expires_at: string }
  /** Removes the token of the request. */
  revoke: () => void
}

/** One attempt to deliver an event to a webhook. */
export interface Delivery {
  readonly id: number
  readonly guid: string
  readonly hookId: number
  readonly event: string
  readonly action: string | null
  readonly redelivery: boolean
  readonly installationId: number | null
  readonly repositoryId: number | null
  readonly at: string
  readonly url: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Absent until it is done. */
  result?: {
    readonly status: string
    /** Zero without a response. */
    readonly code: number
    readonly seconds: number
    readonly headers: Readonly<Record<string, unknown>>
    readonly body: string
  }
}

/** The deliveries to webhooks, which are no part of the state. */
export interface Deliveries {
  /** Those that are done, newest first. */
  of(hook: Hook): readonly Delivery[]
  repeat(hook: Hook, delivery: Delivery): void
  ping(hook: Hook): void
  /** Delivers the latest push. */
  test(hook: Hook): void
}

/** One REST request. */
export interface AskedRequest extends View {
  /** The method; `GET` also for a `HEAD` request. */
  method: string
  /** Parameters of the path, decoded. */
  params: Readonly<Record<string, string>>
  query: Query
  /** The parsed JSON; an empty object without a body. */
  body: Body
  media: Media
  /** The uploaded bytes. */
  file: Uint8Array
  /** Their content type. */
  contentType: string
  /** The URL of the page itself, for `Link`. */
  url: string
  /** The URL of a log or an artifact that needs no token. */
  /** Whether it selects the API version with the breaking changes of 2026. */
  isLatest: boolean
  downloadUrl: (download: Download) => string
  archiveUrl: (archive: Archive) => string
  /** The URL of the bytes of a file. */
  rawUrl: (file: RawFile) => string
  app: AppAccess
  deliveries: Deliveries
  /** The answer to `GET /rate_limit`. */
  limits: () => Record<string, { limit: number; remaining: number; used: number; reset: number }>
}
