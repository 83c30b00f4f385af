import type { GraphqlFragment, GraphqlOperation } from "../definition/index.js"
import {
  type Failure,
  type ResponseHeaders,
  readGraphqlErrors,
  serverFailed,
} from "../errors/index.js"
import type { Http } from "../http/index.js"
import type { GraphqlAnswer, GraphqlRequest, GraphqlTransport } from "./answer.js"
import { failuresOf } from "./read-result.js"

type Spreading = Pick<GraphqlOperation, "fragments">

/** The shared fragments that operations use directly or indirectly, each once, in the order of their first use. */
export function reachedFragments(operations: readonly Spreading[]): GraphqlFragment[] {
  const reached = new Map<string, GraphqlFragment>()
  const follow = ({ fragments = [] }: Spreading): void => {
    for (const fragment of fragments) {
      if (reached.has(fragment.document)) continue
      reached.set(fragment.document, fragment)
      follow(fragment)
    }
  }
  for (const operation of operations) follow(operation)
  return [...reached.values()]
}

const texts = new WeakMap<GraphqlOperation, string>()

/** The text of an operation that is sent alone: its document, and the shared fragments that it uses. */
export function textOf(operation: GraphqlOperation): string {
  const known = texts.get(operation)
  if (known !== undefined) return known
  const fragments = reachedFragments([operation]).map(({ document }) => document)
  const text = [operation.document, ...fragments].join("\n")
  texts.set(operation, text)
  return text
}

/** Whether shared fragments with the same name are identical. Two projects may have different ones. */
export function agreeOnFragments(operations: readonly Spreading[]): boolean {
  const names = reachedFragments(operations).map(({ name }) => name)
  return new Set(names).size === names.length
}

/** The plain transport: one HTTP request per operation, with the document unchanged. */
export function graphqlTransport(http: Http, url: string): GraphqlTransport {
  const sender =
    (writes: boolean) =>
    async ({ operation, variables, scope }: GraphqlRequest): Promise<GraphqlAnswer> => {
      const body = { query: textOf(operation), variables }
      const about = { channel: "graphql", writes, operation } as const
      const answer = await http.send({ method: "POST", url, ...about, body, failureIn }, scope)
      return answer.ok ? readAnswer(answer.body, answer.headers) : answer
    }
  return { query: sender(false), mutate: sender(true) }
}

/** The rate limit reported in the body of an HTTP 200, if any. */
function failureIn(body: unknown, headers: ResponseHeaders): Failure | undefined {
  const answer = readAnswer(body, headers)
  if (!answer.ok) return answer.failure
  if (answer.errors.length === 0) return undefined
  return failuresOf(answer).find(({ code }) => code === "RATE_LIMIT")
}

function readAnswer(body: unknown, headers: ResponseHeaders): GraphqlAnswer {
  const { data, errors: entries }: { data?: unknown; errors?: unknown } = isObject(body) ? body : {}
  const errors = readGraphqlErrors(entries)
  // Errors without usable data say nothing about what was applied.
  if (data !== undefined && data !== null && !isObject(data)) {
    return {
      ok: false,
      failure: serverFailed("GitHub's `data` is not an object", headers),
      headers,
    }
  }
  if (isObject(data) || errors.length > 0) return { ok: true, data, errors, headers }
  const failure = serverFailed("GitHub answered without data or errors", headers)
  return { ok: false, failure, headers }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
