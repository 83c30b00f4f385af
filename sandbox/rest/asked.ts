import type { Archive, Caller, Download, RateLimiter, RawFile } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import { sessionOf, type Viewer } from "../state/index.js"
import type { Synthesizer } from "../synthesize/index.js"
import type { Store } from "../tables/index.js"
import { bodyInVersion, LATEST, versionOf } from "./api-version.js"
import {
  type AppAccess,
  bodyOf,
  type Deliveries,
  type Found,
  mediaOf,
  queryOf,
  type RestRequest,
  restRequest,
} from "./route/index.js"
import type { Refuse, Strictness } from "./unread.js"

/** One HTTP request, and the sandbox that received it. */
export interface Asked {
  site: RestSite
  caller: Caller
  logged: LoggedRequest
  urls: Urls
  /** The uploaded bytes; empty without an upload. */
  file: Uint8Array
  app: AppAccess
  /** The path without the prefix of GitHub Enterprise Server. */
  path: string
}

export interface RestSite extends Strictness {
  store: Store
  limiter: RateLimiter
  /** Synthesizes operations that are not modelled; absent if they are refused. */
  synthesizer: Synthesizer | undefined
  /** Whether kinds without a model are held as their description says. */
  generic: boolean
  deliveries: Deliveries
}

/** Base URLs in answers. */
export interface Urls {
  apiUrl: string
  downloadUrl: (download: Download) => string
  archiveUrl: (archive: Archive) => string
  rawUrl: (file: RawFile) => string
}

/** The path in links to pages, which GitHub writes with ids instead of names. */
function pathById(store: Store, path: string): string {
  const [, owner = "", name = "", within = ""] =
    /^\/repos\/([^/]+)\/([^/]+)(\/.*)$/.exec(path) ?? []
  const repository = store.repositoryAt(owner, name)
  if (repository) return `/repositories/${repository.id}${within}`
  const [, login = "", more = ""] = /^\/(?:orgs|users)\/([^/]+)(\/.*)$/.exec(path) ?? []
  const account = store.accountByLogin(login)
  if (!account) return path
  return `/${account.kind === "Organization" ? "organizations" : "user"}/${account.id}${more}`
}

/** The request as its route gets it. @throws HttpRefusal for headers that GitHub refuses */
export function requestOf(
  { site, caller, logged, urls, file, app, path }: Asked,
  viewer: Viewer,
  { operation, params }: Found,
  refuse: Refuse,
): RestRequest {
  const isLatest = versionOf(logged.headers) === LATEST
  const { apiUrl, downloadUrl, archiveUrl, rawUrl } = urls
  const parameters = new URLSearchParams(logged.query)
  return restRequest({
    store: sessionOf(site.store, viewer),
    viewer,
    apiUrl,
    method: logged.method === "HEAD" ? "GET" : logged.method,
    params,
    query: queryOf(logged.query),
    body: bodyOf(
      bodyInVersion(isLatest, logged.body === "" ? {} : logged.body, refuse),
      refuse.fields,
    ),
    isLatest,
    media: mediaOf(
      logged.headers.accept,
      operation === "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
    ),
    file,
    contentType: logged.headers["content-type"] ?? "",
    url: `${apiUrl}${pathById(site.store, path)}${parameters.size > 0 ? `?${parameters}` : ""}`,
    downloadUrl,
    archiveUrl,
    rawUrl,
    app,
    deliveries: site.deliveries,
    limits: () =>
      Object.fromEntries(
        (["core", "search", "graphql", "code_search"] as const).map((name) => [
          name,
          site.limiter.state(caller.counted, name),
        ]),
      ),
  })
}
