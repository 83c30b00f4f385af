/** A documented REST operation as a definition for the runtime. */
import type { RestOperation } from "../../generator/parse/index.js"
import { isDestructive, searchedRepositories } from "../../runtime/features/guards/index.js"
import {
  type CompiledOperation,
  type OperationPages,
  type PageInfo,
  type RequestOptions,
  type RestPages,
  type RestRequest,
  type ResultWarning,
  rareKeywords,
  requirements,
  restBytes,
  restContent,
  writes,
} from "../../runtime/index.js"
import { didYouMean, suggestionsFor } from "../../runtime/suggestions/index.js"
import { answerProblem, isListed, outputOf } from "./answer.js"
import { barredBy } from "./bounds.js"
import {
  type DescribedOperation,
  hintFor,
  type Method,
  operationsAt,
  pathFor,
  similarPaths,
} from "./description.js"
import { inputOf, type OperationInput } from "./input-schema.js"
import { cursorOf, nextPage, pageAsked } from "./pages.js"
import { refusedOperation } from "./refused.js"
import { shownAs } from "./shown.js"
import { readAddress, withoutBraces } from "./written.js"

const compiled = new Map<string, CompiledOperation>()

/** Far more operations than a process names on purpose. */
const mostKept = 200

/**
 * @param text - method and path, with parameters or values: `GET
 *   /repos/octocat/hello-world/hooks?per_page=5`
 */
export function compileRequest(text: string, options: RequestOptions): CompiledOperation {
  const key = `${text}\n${options.accept ?? ""}`
  const before = compiled.get(key)
  if (before) return before
  const found = find(text)
  const made = "id" in found ? found : definitionOf(found, options)
  if (compiled.size === mostKept) compiled.clear()
  compiled.set(key, made)
  return made
}

function find(text: string): DescribedOperation | CompiledOperation {
  const [, word = "", place = ""] = /^\s*(\w+)\s+\/?(.*?)\s*$/.exec(text) ?? []
  const method = word.toUpperCase()
  const refuse = (message: string, fix: string) => refusedOperation(text.trim(), message, fix)
  if (!isMethod(method)) {
    const fix = "Pass a method and a path: GET /repos/{owner}/{repo}/hooks"
    return refuse(`${text.trim().slice(0, 200)} is not an operation`, fix)
  }
  const address = readAddress(place)
  if ("problem" in address) {
    const fix = "Write the path as GitHub documents it, without a host, a fragment, . or .."
    return refuse(`${method} /${place} is not a path of GitHub's REST API: ${address.problem}`, fix)
  }
  const { path, query } = address
  const fitting = pathFor(path, method)
  const operations = operationsAt(fitting?.path ?? path)
  const operation = operations?.[method.toLowerCase()]
  if (fitting && operation) {
    const inPath = Object.entries(fitting.values)
    const values = {
      ...Object.fromEntries(query.map(({ name, value }) => [name, value])),
      ...Object.fromEntries(inPath.map(([name, value]) => [name, decodeURIComponent(value)])),
    }
    const inUrl = inPath.map(([name, value]) => [wordOf(name), withoutBraces(value)] as const)
    const written = { path: Object.fromEntries(inUrl), query }
    return { method, path: fitting.path, operation, values, written }
  }
  if (operations) {
    const known = Object.keys(operations).map((one) => one.toUpperCase())
    return refuse(`GitHub documents no ${method} ${path}`, `It documents ${known.join(", ")} there`)
  }
  const fix = hintFor(similarPaths(path, method), method)
  return refuse(`GitHub documents no ${method} ${path}`, fix)
}

function isMethod(word: string): word is Method {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(word)
}

function definitionOf(
  described: DescribedOperation,
  { accept }: RequestOptions,
): CompiledOperation {
  const { method, path, operation, values } = described
  const id = `${method} ${path}`
  const reads = method === "GET"
  if (operation.uploads?.includes("application/octet-stream")) {
    const fix = "Use `release.assets.upload`"
    return refusedOperation(id, `${id} uploads a file, which needs another host`, fix)
  }
  const known = (operation.parameters ?? []).map(({ name }) => name)
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const [near] = suggestionsFor(unknown, known)
    const hint = near === undefined ? `It has ${known.join(", ")}` : didYouMean([near])
    return refusedOperation(id, `${id} has no parameter ${unknown}`, hint.replace(/^d/, "D"))
  }
  const media = mediaOf(described, accept)
  if (media.refused) return refusedOperation(id, ...media.refused)
  const input = inputOf(operation, values)
  const pages = pagesOf(operation, values)
  const infos = new WeakMap<object, PageInfo>()
  return {
    id,
    version: "1.0.0",
    description: titleOf(operation),
    effect: reads ? "read" : method === "DELETE" ? "destroy" : "write",
    idempotent: reads,
    ...(!reads && { renames: true }),
    routes: ["rest"],
    input: input.schema,
    output: outputOf(operation.response),
    isDescribed: true,
    contract: async () => ({ default: undefined }),
    barred: barredBy({ id, path }),
    shown: shownAs(),
    parts: {
      // Nothing is known of a response in another media type, so it is returned as it is.
      restTexts: restContent,
      rareKeywords,
      restBytes,
      searchedRepositories,
      writes,
      ...(!reads && { isDestructive }),
      ...(input.schema.allOf && { requirements }),
      ...(pages && { restPages: pages.part }),
    },
    ...(pages && {
      pages: { ...pages, info: (output) => infos.get(Object(output)) },
    }),
    rest: {
      endpoints: [
        {
          as: "answer",
          method,
          path: path.replace(/\{([\w-]+)\}/g, (_, name: string) => `{${wordOf(name)}}`),
          request: (given) => requestOf(Object(given), input, described),
          ...(media.accept !== undefined && { accept: media.accept }),
          ...(media.bytes && { bytes: true as const }),
          ...((operation.response === undefined || operation.mayBeEmpty) && {
            empty: true as const,
          }),
          ...(pages && { paged: true as const }),
        },
      ],
      result: path.split("/").findLast((part) => /^\w+$/.test(part)) ?? "answer",
      output(responses, asked, pageInfo) {
        const given: unknown = Object(responses).answer
        const problem = isPlainJson(media) ? answerProblem(operation, given) : undefined
        if (problem !== undefined) throw new TypeError(problem)
        // A success without a body has an empty result.
        const answer = given === undefined ? (isListed(operation) ? [] : {}) : given
        const { total_count: total } = Object(answer)
        const count = typeof total === "number" ? total : null
        infos.set(Object(answer), pageInfo(count, cutOf(answer, asked)))
        return answer
      },
    },
  }
}

/** Whether an answer says that it is not everything. */
function cutOf(answer: unknown, input: unknown): boolean | ResultWarning {
  const { incomplete_results, truncated, total_commits, commits } = Object(answer)
  if (truncated === true) return cut("truncated is true", "Read its parts, such as each folder")
  const isWhole = Object(input).page !== undefined || Object(input).per_page !== undefined
  // A comparison without pages has at most 250 commits.
  if (Array.isArray(commits) && commits.length < total_commits && !isWhole)
    return cut(`${commits.length} of ${total_commits} commits`, "Pass per_page, and read on")
  return incomplete_results === true
}

const cut = (why: string, fix: string): ResultWarning => ({
  ...{ code: "INCOMPLETE", message: `GitHub has cut the answer: ${why}`, fix },
})

/** Other media types have other answers than the described one. */
function isPlainJson({ accept = "application/json", bytes }: Media): boolean {
  return !bytes && /^application\/(?:vnd\.github(?:\.v3)?\+)?json$/.test(accept)
}

/** The runtime's spelling of a parameter. */
const wordOf = (name: string) => name.replaceAll("-", "_")

function requestOf(
  given: Readonly<Record<string, unknown>>,
  { places }: OperationInput,
  { operation: { uploads }, values, written: address }: DescribedOperation,
): RestRequest {
  const path = Object.fromEntries(
    places.path.map((name) => [wordOf(name), segment(name, given[name])]),
  )
  const query = Object.fromEntries(
    places.query.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
  // A cursor replaces the page that is written in the query.
  const kept = address.query.filter(({ name }) => isWritten(given[name], values[name]))
  const others = Object.entries(query).filter(([name]) => !kept.some((one) => one.name === name))
  const placed = {
    path,
    query: Object.fromEntries(others),
    written: { path: address.path, query: kept.map(({ text }) => text).join("&") },
  }
  const members = Object.entries(given).flatMap(([name, value]) => {
    if (Object.hasOwn(places.body, name)) return [[places.body[name], value]]
    const isElsewhere = places.path.includes(name) || places.query.includes(name)
    return places.isOpen && !isElsewhere ? [[name, value]] : []
  })
  if (uploads) {
    return { ...placed, body: String(given.body), headers: { "content-type": "text/plain" } }
  }
  return { ...placed, ...(members.length > 0 && { body: Object.fromEntries(members) }) }
}

/** Whether an input still has the value in the written query. */
const isWritten = (given: unknown, value = "") =>
  String(given) === value || (typeof given === "number" && given === Number(value))

/** @throws RangeError if a server that decodes the path twice would read another path */
function segment(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = String(value)
  if (text.split(/[/\\]/).some((part) => part === "." || part === "..")) {
    throw new RangeError(`${name} has the path segment . or ..`)
  }
  return text
}

interface Media {
  readonly accept?: string
  readonly bytes?: boolean
  readonly refused?: [message: string, fix: string]
}

/** The media type to request: the caller's, else JSON, else the operation's own. */
function mediaOf(
  { method, path, operation }: DescribedOperation,
  accept: string | undefined,
): Media {
  const { media = [], response, statuses } = operation
  // The description omits the content of the file, where GitHub redirects to.
  if (accept === "application/octet-stream" && path.endsWith("/releases/assets/{asset_id}"))
    return { accept, bytes: true }
  if (accept !== undefined) {
    const bare = accept.replace(/^(application\/vnd\.github)(?:\.(?:v\d+|beta))/, "$1")
    // Without `+json`, GitHub's media types mean the same.
    const content = bare.replace(/\+json$/, "")
    if (media.includes(content)) return { accept: content }
    if (bare === "application/vnd.github") return {}
    if (/^application\/(?:vnd\.github[\w.+-]*\+)?json$/.test(accept)) return { accept }
    const known = [...media, "application/json"].join(", ")
    return { refused: [`${method} ${path} does not offer ${accept}`, `It has ${known}`] }
  }
  const [first] = media
  if (response === undefined && first !== undefined) return { accept: first }
  // The description does not cover redirect targets: logs of jobs are text, everything else is an archive.
  if (statuses !== undefined || method !== "GET") return {}
  return path.endsWith("/jobs/{job_id}/logs") ? { accept: "text/plain" } : { bytes: true }
}

const cursors = ["page", "after", "cursor", "since"]

type RequestPages = OperationPages & { readonly part: RestPages }

/** The paging of a list. GitHub links the next page, however it is identified. */
function pagesOf(
  { parameters = [], headers = [] }: RestOperation,
  written: object,
): RequestPages | undefined {
  const names = parameters.flatMap((one) => (one.in === "query" ? [one.name] : []))
  const own = cursors.filter((name) => names.includes(name))
  const isPaged =
    own.some((name) => name !== "since") || (own.length > 0 && headers.includes("Link"))
  if (!isPaged) return undefined
  const takesSize = names.includes("per_page") && !Object.hasOwn(written, "per_page")
  return {
    part: {
      cursorProblem: () => undefined,
      request: (input) => pageAsked(input, parameters),
      info: (page, answered, counted, warn) => nextPage(page, answered, counted, warn, own),
    },
    info: () => undefined,
    next: (input, { cursor, size }) => ({
      ...(size !== undefined && takesSize && { per_page: size }),
      ...Object(input),
      ...(cursor !== undefined && cursorOf(cursor)),
    }),
    items: (output) => itemsIn(output).items,
    holding(output, items, first) {
      const { name } = itemsIn(output)
      return name === undefined ? items : { ...Object(first), [name]: items }
    },
  }
}

/** The list in an answer, with its name: `workflow_runs` next to `total_count`. */
function itemsIn(output: unknown): { name?: string; items: readonly unknown[] } {
  if (Array.isArray(output)) return { items: output }
  for (const [name, items] of Object.entries(Object(output))) {
    if (Array.isArray(items)) return { name, items }
  }
  return { items: [] }
}

/** The title of GitHub's page about an operation: `Create a repository webhook`. */
function titleOf({ docs = "" }: RestOperation): string {
  const words = docs.replace(/^.*#/, "").replaceAll("-", " ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
