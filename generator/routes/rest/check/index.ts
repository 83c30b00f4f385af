import type { Effect } from "../../../../runtime/definition/index.js"
import { isList, type RouteChecker } from "../../../check/index.js"
import { type Diagnostic, didYouMean, type Problem } from "../../../diagnostics/index.js"
import {
  aboutCard,
  aboutDocument,
  aboutList,
  aboutMapping,
  aboutRoute,
} from "../../../messages/index.js"
import {
  atKey,
  atValue,
  type CardPath,
  type CardSource,
  type RestDescription,
  type RestEndpointSection,
  type RestOperation,
  type RestSection,
} from "../../../parse/index.js"
import { fromOpenapi, INTEGER, mismatches } from "../../../shape/index.js"
import { findOperation } from "./operation.js"

export { bodyShape, findOperation, isOptionalIn, namesIn, queryShape } from "./operation.js"

export const restChecker: RouteChecker = {
  type: "rest",
  check(source, card, { pins }) {
    const { rest, graphql } = card
    if (!rest) return []
    if (isList(card) && graphql) return [atKey(source, ["rest"], aboutList.twoRoutes())]
    return checkEndpoints(source, rest, pins.rest(), card.effect)
  },
}

/** The default media type of a download such as a log, which the description omits. */
const DOWNLOAD = "text/plain"

/** The parameters by which pages are numbered. */
const PAGE_PARAMETERS = ["per_page", "page"]

/** Checks that every endpoint is documented by GitHub, and that the endpoint of a list has pages. */
function checkEndpoints(
  source: CardSource,
  section: RestSection,
  description: RestDescription,
  effect: Effect,
): Diagnostic[] {
  const names = responseNames(section)
  const paged = pagedEndpoint(section)
  const lookups = Object.entries(section.lookups ?? {}).flatMap(([key, { path }]) =>
    check(source, { method: "GET", path }, ["rest", "lookups", key], description, []),
  )
  const endpoints = section.endpoints.flatMap((endpoint, index) => {
    const rules = names[index] === paged ? [pageProblems] : []
    return check(source, endpoint, ["rest", "endpoints", index], description, [
      (endpoint) => effectProblems(endpoint, effect),
      uploadProblems,
      answerProblems,
      nameProblems,
      headerProblems,
      pollingProblems,
      allPagesProblems,
      ...rules,
    ])
  })
  const twice = names.flatMap((name, index) => {
    if (names.indexOf(name) === index) return []
    return [atValue(source, ["rest", "endpoints", index, "as"], aboutCard.responseTwice(name))]
  })
  return [...lookups, ...endpoints, ...twice, ...checkPaged(source, section, names, paged)]
}

/** The parameter for GitHub's cursors; undefined if the pages of an operation have numbers. */
export function cursorOf({ parameters = [] }: Pick<RestOperation, "parameters">) {
  const takes = (wanted: string) =>
    parameters.some((one) => one.in === "query" && one.name === wanted)
  return takes("page") ? undefined : (["after", "cursor"] as const).find(takes)
}

export function responseNames({ endpoints }: RestSection): string[] {
  const unnamed = (index: number) =>
    index === endpoints.length - 1 ? "response" : `response${index + 1}`
  return endpoints.map(({ as }, index) => as ?? unnamed(index))
}

/** The name of the paged endpoint; undefined if there is none. */
export function pagedEndpoint(section: RestSection): string | undefined {
  if (section.pagination === undefined) return undefined
  return section.result?.text ?? responseNames(section).at(-1)
}

interface EndpointPlace {
  /** A key of the endpoint, or an entry of its query. */
  readonly path: CardPath
  readonly isKey?: boolean
  readonly problem: Problem
}

type Rule = (endpoint: RestEndpointSection, operation: RestOperation) => EndpointPlace[]

function check(
  source: CardSource,
  endpoint: RestEndpointSection,
  at: CardPath,
  description: RestDescription,
  rules: readonly Rule[],
): Diagnostic[] {
  const found = findOperation(endpoint, description)
  const places = found.ok
    ? rules.flatMap((rule) => rule(endpoint, found.operation))
    : [{ path: [found.key], problem: found.problem }]
  return places.map(({ path, isKey, problem }: EndpointPlace) => {
    return (isKey ? atKey : atValue)(source, [...at, ...path], problem)
  })
}

/** Paths whose `DELETE` takes away only what another request brings back. Any other is confirmed as destructive. */
const REVERSIBLE = new RegExp(
  [
    "/(?:star|subscription|pin|requested_reviewers|reactions/{})",
    "/issues/{}/(?:assignees|labels|labels/{}|lock|sub_issue|dependencies/blocked_by/{}|issue-field-values/{})",
    "^/notifications/threads/{}",
    "^/user/(?:following/{}|starred/{}/{})",
  ]
    .join("$|")
    .replaceAll("{}", "\\{\\w+\\}")
    .concat("$"),
)

/** Checks that no request does more than the effect says. A POST may only read. */
function effectProblems({ method, path }: RestEndpointSection, effect: Effect): EndpointPlace[] {
  const asked = `${method} ${path}`
  if (effect === "read" && method !== "GET" && method !== "POST")
    return [{ path: ["method"], problem: aboutDocument.readsNot(asked) }]
  if (effect === "write" && method === "DELETE" && !REVERSIBLE.test(path))
    return [{ path: ["method"], problem: aboutDocument.destroys(asked) }]
  return []
}

/** Media types that GitHub supports and its description omits. */
const UNDESCRIBED: ReadonlyMap<string, string> = new Map([
  ["/repos/{owner}/{repo}/releases/assets/{asset_id}", "application/octet-stream"],
])

/** Checks that a file is sent if, and only if, the operation takes one. */
function uploadProblems(
  { method, path, upload }: RestEndpointSection,
  { uploads }: RestOperation,
): EndpointPlace[] {
  const asked = `${method} ${path}`
  if (uploads && !uploads.includes("application/octet-stream"))
    return [{ path: ["path"], problem: aboutRoute.textBody(asked, uploads) }]
  if (uploads && upload === undefined)
    return [{ path: ["path"], problem: aboutRoute.uploadNeeded(asked) }]
  if (!uploads && upload !== undefined)
    return [{ path: ["upload"], isKey: true, problem: aboutRoute.noUpload(asked) }]
  return []
}

/** Whether an operation is a download: its description contains only the redirect to it. */
export function onlyRedirects({ statuses, response, media }: RestOperation): boolean {
  return statuses === undefined && response === undefined && media === undefined
}

/** Checks that an endpoint is asked for JSON, or for a text or binary type that it offers. */
function answerProblems(
  { accept, bytes, method, path }: RestEndpointSection,
  operation: RestOperation,
): EndpointPlace[] {
  const request = `${method} ${path}`
  const undescribed = UNDESCRIBED.get(path)
  const media = [...(operation.media ?? []), ...(undescribed ? [undescribed] : [])]
  const isDownload = method === "GET" && onlyRedirects(operation)
  if (bytes && accept === undefined) {
    if (isDownload) return []
    const problem = aboutRoute.noBytes(request, media)
    return [{ path: ["bytes"], isKey: true, problem }]
  }
  if (accept === undefined) {
    const isJson =
      !isDownload && (operation.response !== undefined || operation.media === undefined)
    return isJson ? [] : [{ path: ["path"], problem: aboutRoute.noJson(request, media) }]
  }
  const isText = operation.response === undefined && media.length === 0
  const offered = isText ? [DOWNLOAD] : media
  if (!offered.includes(accept)) {
    return [{ path: ["accept"], problem: aboutRoute.otherAnswer(request, accept, offered) }]
  }
  if (bytes === undefined && accept === undescribed)
    return [{ path: ["accept"], problem: aboutRoute.bytesNotDeclared(accept) }]
  return []
}

function nameProblems({ as }: RestEndpointSection): EndpointPlace[] {
  return as === "lookups" ? [{ path: ["as"], problem: aboutMapping.responseCalledLookups() }] : []
}

/** Headers that the request sets itself, and those of the connection. */
const OWN_HEADERS =
  /^(?:accept|authorization|connection|content-.*|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|x-github-api-version)$/

function headerProblems({ headers = {}, upload }: RestEndpointSection): EndpointPlace[] {
  return Object.keys(headers).flatMap((name): EndpointPlace[] => {
    // Only the card knows the media type of the file.
    const isOfFile = upload !== undefined && name === "content-type"
    const isOwn = !isOfFile && OWN_HEADERS.test(name.toLowerCase())
    if (!isOwn && /^[a-z][a-z0-9-]*$/.test(name)) return []
    return [{ path: ["headers", name], isKey: true, problem: aboutRoute.header(name, isOwn) }]
  })
}

function pollingProblems(endpoint: RestEndpointSection): EndpointPlace[] {
  const { method, until } = endpoint
  const keys = (["until", "every", "at_most"] as const).filter((key) => endpoint[key] !== undefined)
  return keys.flatMap((key): EndpointPlace[] => {
    if (method !== "GET")
      return [{ path: [key], isKey: true, problem: aboutRoute.pollingOfWrite(key) }]
    return until === undefined
      ? [{ path: [key], isKey: true, problem: aboutRoute.pollingWithoutReason(key) }]
      : []
  })
}

/** Checks that an endpoint whose list is read to its end has numbered pages. */
function allPagesProblems(
  endpoint: RestEndpointSection,
  operation: RestOperation,
): EndpointPlace[] {
  if (endpoint.all_pages === undefined) return []
  if (endpoint.method !== "GET")
    return [{ path: ["all_pages"], isKey: true, problem: aboutList.allPagesOfWrite() }]
  return pageProblems(endpoint, operation)
}

/** Checks that the endpoint of a list has the numbered pages that pagination uses. */
function pageProblems(
  { method, path, query = {} }: RestEndpointSection,
  { parameters = [] }: RestOperation,
): EndpointPlace[] {
  const isInteger = (name: string) =>
    parameters.some(
      (one) =>
        one.in === "query" &&
        one.name === name &&
        mismatches(INTEGER, fromOpenapi(one.schema, {}, "")).length === 0,
    )
  const cursor = cursorOf({ parameters })
  const names = cursor ? ["per_page", cursor] : PAGE_PARAMETERS
  const lacking = names.filter((name) => name !== cursor && !isInteger(name))
  return [
    ...(lacking.length === 0
      ? []
      : [{ path: ["path"], problem: aboutList.notNumbered(`${method} ${path}`, lacking) }]),
    ...names
      .filter((name) => Object.hasOwn(query, name))
      .map((name) => ({
        path: ["query", name],
        isKey: true,
        problem: aboutList.reservedParameter(name),
      })),
  ]
}

function checkPaged(
  source: CardSource,
  { pagination }: RestSection,
  names: readonly string[],
  paged: string | undefined,
): Diagnostic[] {
  if (pagination === undefined || paged === undefined || names.includes(paged)) return []
  const help = didYouMean(paged, names) ?? `the endpoints are ${names.join(", ")}`
  return [atValue(source, ["rest", "result"], aboutList.noEndpoint(paged, help))]
}
