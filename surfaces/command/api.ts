/**
 * `ghx api`: accepts the command lines of `gh api` and sends them through `ghx rest` and `ghx graphql`, which check
 * them.
 */
import { type PageInfo, Paging } from "../../runtime/index.js"
import { REST_API_VERSION } from "../../runtime/route-names/index.js"
import { namedRepository, surroundingRepository } from "./input/index.js"
import { type GraphQLFlags, graphql, type OperationFlags, rest } from "./operation.js"
import { exitCodeOfWarnings, printWarning, UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface ApiFlags extends OperationFlags {
  readonly method?: string
  readonly header?: readonly string[]
  /** Fetch all pages of a list, as one list. */
  readonly paginate?: boolean
  /** Print all pages as one list of pages. */
  readonly slurp?: boolean
}

/** @param endpoint - a path as `gh api` takes it, or `graphql` */
export async function api(endpoint: string, flags: ApiFlags, terminal: Terminal): Promise<number> {
  const { method, header = [], paginate = false, slurp = false, ...others } = flags
  if (slurp && !paginate) throw new UsageError("--slurp needs --paginate")
  if (others.silent && others.jq !== undefined) {
    throw new UsageError("Use --silent or --jq, not both")
  }
  if (slurp && others.jq !== undefined) {
    throw new UsageError("Use --slurp or --jq, not both", "Pipe the output to jq")
  }
  const accept = acceptedBy(header)
  const field = await withPlaces(others.field, flags.repo)
  const given = {
    ...others,
    asAnswered: true,
    ...(field && { field }),
    ...(accept !== undefined && { accept }),
  }
  if (endpoint === "graphql") {
    const first = { ...given, ...withQuery(given) }
    return paginate ? everyPage(first, slurp, terminal) : graphql(first, terminal)
  }
  const isGiven = [others.rawField, others.field, others.input].some((one) => one !== undefined)
  const verb = method ?? (isGiven ? "POST" : "GET")
  const limit = paginate ? { limit: Number.POSITIVE_INFINITY } : {}
  // The older form of `{owner}`.
  const path = endpoint.replaceAll(/(?<=\/):(owner|repo)(?=\/|$)/g, "{$1}")
  return rest([verb, path], { ...given, ...limit, slurp }, terminal)
}

/** Prints the pages of a document one after the other, as gh does, or as one list. */
async function everyPage(first: GraphQLFlags, slurp: boolean, terminal: Terminal): Promise<number> {
  if (!first.query.includes("$endCursor")) {
    throw new UsageError(
      "--paginate: the document has no variable $endCursor",
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
      next = paging.next({ capability_id: "graphql" }, pageOf(data), 1)
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

function acceptedBy(headers: readonly string[]): string | undefined {
  let accept: string | undefined
  for (const header of headers) {
    const [, name = "", value = ""] = /^([\w-]+):\s*(.+)$/.exec(header) ?? []
    const known = name.toLowerCase()
    if (known === "accept") accept = value
    else if (sent[known] !== value) {
      const fix =
        known === "authorization"
          ? "Set GH_TOKEN to the token"
          : `Use only Accept, Content-Type: application/json and X-GitHub-Api-Version: ${REST_API_VERSION}`
      // The value may be a token.
      throw new UsageError(`--header: ${name || "a name and a value"} is not supported`, fix)
    }
  }
  return accept
}

/** The document among the fields: gh passes it as the field `query`. */
function withQuery({ field = [], rawField = [] }: OperationFlags) {
  const all = [...rawField, ...field]
  const query = all.find((one) => one.startsWith("query="))?.slice("query=".length)
  if (query === undefined) {
    throw new UsageError("graphql needs a query", "Add -f query='{ viewer { login } }'")
  }
  const withoutQuery = (given: readonly string[]) =>
    given.filter((one) => !one.startsWith("query="))
  return {
    query,
    field: withoutQuery(field),
    rawField: withoutQuery(rawField),
  }
}

/** Replaces the values `{owner}` and `{repo}` of `-F` by those of the repository. */
async function withPlaces(field: readonly string[] | undefined, named: string | undefined) {
  if (!field?.some((one) => /=\{(?:owner|repo)\}$/.test(one))) return field
  const place = namedRepository(named) ?? (await surroundingRepository())
  return field.map((one) =>
    one.replace(/=\{(owner|repo)\}$/, (_, part: "owner" | "repo") => `=${place[part]}`),
  )
}
