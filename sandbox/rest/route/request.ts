import type { Viewer } from "../../state/index.js"
import type { Store } from "../../tables/index.js"
import type { Body, Query } from "./given.js"
import type { Media } from "./media.js"

/** What the JSON forms of rows depend on besides the row. */
export interface View {
  store: Store
  viewer: Viewer
  /** The base of all `url` properties. */
  apiUrl: string
}

/** One REST request, as its route gets it. */
export interface RestRequest extends View {
  /** Parameters of the path, decoded. */
  params: Readonly<Record<string, string>>
  query: Query
  /** The parsed JSON; an empty object where there was none. */
  body: Body
  media: Media
  /** What was uploaded. */
  file: Uint8Array
  /** Of what type it is. */
  contentType: string
  /** Where the page itself is, for `Link`. */
  url: string
  /** Where the log of a job can be had without a token. */
  downloadUrl: (jobId: number) => string
  /** What `GET /rate_limit` tells. */
  limits: () => Record<string, { limit: number; remaining: number; used: number; reset: number }>
}
