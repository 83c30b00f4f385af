/**
 * `ghx api`: accepts the command lines of `gh api` and sends them through `ghx rest` and `ghx graphql`, which check
 * them.
 */
import { isOperation, type PageInfo, Paging, type ResultError } from "../../runtime/index.js"
import { REST_API_VERSION } from "../../runtime/route-names/index.js"
import { Exchanges } from "./api-exchange.js"
import { branchOfClone, repositoryFor } from "./input/index.js"
import { type GraphQLFlags, graphql, type OperationFlags, rest } from "./operation.js"
import {
  exitCodeOfWarnings,
  exitCodes,
  printError,
  printWarning,
  UsageError,
} from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type ApiFlags = OperationFlags &
  OptionValues<
    "method" | "hostname",
    "paginate" | "include" | "verbose" | "unchecked",
    "header" | "preview"
  >

/** @param endpoint - a path as `gh api` takes it, or `graphql` */
export async function api(endpoint: string, flags: ApiFlags, terminal: Terminal): Promise<number> {
  const { method, header = [], paginate = false, slurp = false, unchecked, ...others } = flags
  const { include = false, verbose = false, preview = [] } = flags
  refuseTogether(flags, endpoint === "graphql")
  const { token, accept, headers } = headersIn([
    ...preview.map((name) => `Accept: application/vnd.github.${name}-preview+json`),
    ...header,
  ])
  // The client of a program sends its own headers.
  const added = Object.entries(headers).filter(([name, value]) => sent[name] !== value)
  if (flags.client && (token !== undefined || added.length > 0)) {
    throw new UsageError("--header takes only Accept here")
  }
  const exchanges = new Exchanges({ headers, include, verbose }, terminal)
  const field = await withPlaces(others.field, flags.repo)
  const given = {
    ...others,
    asAnswered: true,
    ...(field && { field }),
    ...(accept !== undefined && { accept }),
    ...(token !== undefined && { token }),
    ...(flags.hostname !== undefined && { host: flags.hostname.toLowerCase() }),
    // gh asks nothing.
    ...(process.env.GHX_API_WRITES === "allow" && { yes: true }),
    fetch: exchanges.fetch,
    silent: others.silent || verbose,
    isEmpty: () => exchanges.last?.status === 204,
    refused: (error: ResultError) =>
      refused(error, exchanges, endpoint !== "graphql" && !flags.client, terminal),
  }
  if (endpoint === "graphql") {
    if (unchecked)
      throw new UsageError("--unchecked is for REST: documents are checked as GitHub does")
    const first = { ...given, ...withQuery(given) }
    return paginate ? everyPage(first, slurp, terminal) : graphql(first, terminal)
  }
  const isGiven = [others.rawField, others.field, others.input].some((one) => one !== undefined)
  const verb = method?.toUpperCase() ?? (isGiven ? "POST" : "GET")
  // The older form of `{owner}`.
  const path = endpoint
    .replace(/^https:\/\/api\.github\.com\//, "")
    .replaceAll(/(?<=\/):(owner|repo)(?=\/|$)/g, "{$1}")
  if (unchecked) {
    const { unchecked: send } = await import("./api-unchecked.js")
    const own = { ...headers, ...(accept !== undefined && { accept }) }
    return send(
      verb,
      await filledPath(path, flags.repo),
      { ...given, slurp, paginate, headers: own },
      exchanges,
      terminal,
    )
  }
  const limit = paginate ? { limit: Number.POSITIVE_INFINITY } : {}
  const pages: unknown[] = []
  const answered = (data: unknown) => void pages.push(data)
  const exitCode = await rest(
    [verb, path],
    { ...given, ...limit, answered, silent: given.silent || slurp },
    terminal,
  )
  if (slurp && pages.length > 0 && !given.silent)
    terminal.stdout.write(`${JSON.stringify(pages)}\n`)
  return exitCode
}

function refuseTogether(
  { slurp, paginate, jq, silent, verbose, method, input }: ApiFlags,
  isGraphQL: boolean,
): void {
  if (slurp && !paginate) throw new UsageError("--slurp needs --paginate")
  if (slurp && jq !== undefined) {
    throw new UsageError("Use --slurp or --jq, not both", "Pipe the output to jq")
  }
  const shown = [silent && "--silent", jq !== undefined && "--jq", verbose && "--verbose"]
  const [one, other] = shown.filter((name) => name !== false && name !== undefined)
  if (other) throw new UsageError(`Use ${one} or ${other}, not both`)
  if (paginate && !isGraphQL && method !== undefined && method.toUpperCase() !== "GET") {
    throw new UsageError("--paginate is only for GET and graphql", "Add -X GET")
  }
  if (paginate && input !== undefined) throw new UsageError("Use --paginate or --input, not both")
}

/** Prints a refusal of GitHub as gh does: its body on stdout, the message with the status on stderr. */
function refused(
  error: ResultError,
  exchanges: Exchanges,
  mayUncheck: boolean,
  terminal: Terminal,
): number | undefined {
  if (exchanges.printRefusal()) {
    printError(exchanges.named(error), terminal)
    return exitCodes.failed
  }
  const { code, details } = error
  if (code !== "VALIDATION" || exchanges.last !== undefined || !mayUncheck) return undefined
  const fix = [details?.fix, "Or send it unchecked: --unchecked"].filter(Boolean).join(". ")
  printError({ ...error, details: { ...details, fix } }, terminal)
  return exitCodes.usage
}

/** Prints the pages of a document one after the other, as gh does, or as one list. */
async function everyPage(first: GraphQLFlags, slurp: boolean, terminal: Terminal): Promise<number> {
  const lacks = first.query.includes("$endCursor")
    ? /\bpageInfo\b/.test(first.query) || "does not select pageInfo"
    : "has no variable $endCursor"
  if (lacks !== true) {
    throw new UsageError(
      `--paginate: the document ${lacks}`,
      "Declare $endCursor: String, pass it as after: $endCursor, and select pageInfo { hasNextPage endCursor }",
    )
  }
  let cursor: string | undefined
  const pages: unknown[] = []
  const paging = new Paging()
  for (;;) {
    let next: string | undefined
    const { rawField = [] } = first
    const fields = cursor === undefined ? rawField : [...rawField, `endCursor=${cursor}`]
    const answered = (data: unknown) => {
      next = paging.next({ capability_id: "graphql" }, pageOf(data), [data])
      pages.push(data)
    }
    const silent = first.silent || slurp
    const exitCode = await graphql({ ...first, rawField: fields, answered, silent }, terminal)
    if (exitCode !== 0 || next === undefined) {
      if (slurp && !first.silent && exitCode === 0) {
        terminal.stdout.write(`${JSON.stringify(pages)}\n`)
      }
      for (const warning of paging.warnings) printWarning(warning, terminal)
      return exitCode || exitCodeOfWarnings(paging.warnings)
    }
    cursor = next
  }
}

/** The end of the page, by the outermost `pageInfo`, which is that of `$endCursor`. */
function pageOf(data: unknown): PageInfo {
  const { hasNextPage, endCursor } = Object(pageInfoIn([data]))
  return {
    has_next_page: hasNextPage === true,
    end_cursor: typeof endCursor === "string" ? endCursor : null,
  }
}

function pageInfoIn(level: readonly unknown[]): unknown {
  const objects = level.filter((one) => typeof one === "object" && one !== null)
  if (objects.length === 0) return undefined
  for (const one of objects) if ("pageInfo" in one) return one.pageInfo
  return pageInfoIn(objects.flatMap((one) => Object.values(one)))
}

/** Headers that ghx sends anyway, and that scripts copy from GitHub's examples. */
const sent: Readonly<Record<string, string>> = {
  "x-github-api-version": REST_API_VERSION,
  "content-type": "application/json",
}

/** Headers that ghx sets itself. */
const own = /^(?:host|connection|content-length|transfer-encoding|user-agent|accept-encoding)$/

/** Some servers take a request for one of the method in such a header. */
const otherMethod = /^x-(?:http-)?method(?:-override)?$/

/** The token and the media type among the headers, and the others, which are sent as they are. */
function headersIn(given: readonly string[]) {
  const headers: Record<string, string> = {}
  for (const header of given) {
    const [, name = "", value = ""] = /^([\w-]+):\s*(.*?)\s*$/.exec(header) ?? []
    const known = name.toLowerCase()
    const isMethod = otherMethod.test(known)
    if (name === "" || isMethod || own.test(known)) {
      // The value may be a token.
      const what = name || "a name and a value"
      const fix = isMethod ? "Use --method" : "Write NAME: VALUE"
      throw new UsageError(`--header: ${what} is not supported`, fix)
    }
    const before = known === "accept" ? headers[known] : undefined
    headers[known] = before === undefined ? value : `${before}, ${value}`
  }
  const { authorization, accept, ...others } = headers
  const [, token] = /^(?:bearer|token)\s+(\S+)$/i.exec(authorization ?? "") ?? []
  if (authorization !== undefined && token === undefined) {
    throw new UsageError("--header: Authorization takes bearer TOKEN or token TOKEN")
  }
  return { token, accept, headers: others }
}

/** The document among the fields: gh passes it as the field `query`. */
function withQuery({ field = [], rawField = [] }: OperationFlags) {
  const all = [...rawField, ...field]
  const query = all.find((one) => one.startsWith("query="))?.slice("query=".length)
  if (query === undefined) {
    throw new UsageError("graphql needs a query", "Add -f query='{ viewer { login } }'")
  }
  if (!isOperation(query) && !query.startsWith("@") && query !== "-") {
    throw new UsageError(
      `the query is no GraphQL document: ${query}`,
      "Pass its text, or a file as -F query=@FILE",
    )
  }
  const withoutQuery = (given: readonly string[]) =>
    given.filter((one) => !one.startsWith("query="))
  return {
    query,
    field: withoutQuery(field),
    rawField: withoutQuery(rawField),
  }
}

async function withPlaces(field: readonly string[] | undefined, named: string | undefined) {
  if (!field?.some((one) => /=\{(?:owner|repo)\}$/.test(one))) return field
  const place = await repositoryFor(named)
  return field.map((one) =>
    one.replace(/=\{(owner|repo)\}$/, (_, part: "owner" | "repo") => `=${place[part]}`),
  )
}

async function filledPath(path: string, named: string | undefined): Promise<string> {
  if (!/\{(?:owner|repo|branch)\}/.test(path)) return path
  const place = await repositoryFor(named)
  const branch = path.includes("{branch}") ? (await branchOfClone())?.name : undefined
  if (path.includes("{branch}") && branch === undefined)
    throw new UsageError("the current folder has no branch for {branch}")
  return path.replace(/\{(owner|repo|branch)\}/g, (_, name: "owner" | "repo" | "branch") =>
    name === "branch" ? String(branch) : place[name],
  )
}
