import type { GraphqlFragment, GraphqlOperation } from "../definition/index.js"
import {
  classifyGraphqlError,
  type Failure,
  type GraphqlError,
  isObject,
  type ResponseHeaders,
  readGraphqlErrors,
  serverFailed,
} from "../errors/index.js"
import type { Http } from "../http/index.js"
import { monotonicNow, type RetryPolicy, retrying, type Scope } from "../timing/index.js"

export interface GraphqlRequest {
  readonly operation: GraphqlOperation
  readonly variables: object
  readonly scope: Scope
  /** A mutation that has the same effect when it runs twice. */
  readonly repeatable?: boolean
  /** Number of operations merged in its document; one by default. */
  readonly merged?: number
  /** Why it is sent again, after a document that may have applied it. */
  readonly lost?: Extract<GraphqlAnswer, { ok: false }>
  /** For mutations: the failure to retry if GitHub answers with errors. */
  failureIn?(answer: Answered, merged?: number): Failure | undefined
}

/** A request that may change something, with the function that reports whether it did. */
export type GraphqlMutation = GraphqlRequest & Required<Pick<GraphqlRequest, "failureIn">>

/** GitHub's answer to one operation, or the reason why there is none. */
export type GraphqlAnswer =
  | {
      ok: true
      data: unknown
      errors: readonly GraphqlError[]
      headers: ResponseHeaders
      /** An earlier attempt may have been applied, whatever this answer is. */
      uncertain?: boolean
    }
  | { ok: false; failure: Failure; headers: ResponseHeaders }

/** An answer from GitHub. */
export type Answered = Extract<GraphqlAnswer, { ok: true }>

/**
 * Sends operations to GitHub. There are two methods, because queries can be merged with any other query and sent at
 * any time, but mutations must keep their order.
 */
export interface GraphqlTransport {
  query(request: GraphqlRequest): Promise<GraphqlAnswer>
  mutate(request: GraphqlMutation): Promise<GraphqlAnswer>
}

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
  const failed = (message: string): GraphqlAnswer => ({
    ok: false,
    failure: serverFailed(message, headers),
    headers,
  })
  if (data !== undefined && data !== null && !isObject(data))
    return failed("GitHub's `data` is not an object")
  if (isObject(data) || errors.length > 0) return { ok: true, data, errors, headers }
  return failed("GitHub answered without data or errors")
}

type Kind = "query" | "mutation"

/** A transport that retries: queries always, mutations if repeating them is harmless. */
export function retryingTransport(inner: GraphqlTransport, policy: RetryPolicy): GraphqlTransport {
  const send = async (
    kind: Kind,
    request: GraphqlRequest,
    once: () => Promise<GraphqlAnswer>,
  ): Promise<GraphqlAnswer> => {
    const begun = monotonicNow()
    const { lost } = request
    const first = lost?.failure.transient ? lost : await once()
    if (!failureOf(first, request)) return first
    const { result, uncertain } = await retrying(once, (answer) => failureOf(answer, request), {
      policy,
      scope: request.scope,
      repeatable: kind === "query" || request.repeatable === true,
      earlier: { result: first, begun },
    })
    return (uncertain || lost) && kind === "mutation" ? markUncertain(result) : result
  }
  return {
    query: (request) => send("query", request, () => inner.query(request)),
    mutate: (request) => send("mutation", request, () => inner.mutate(request)),
  }
}

/** The failure to retry; undefined if the answer is final. */
function failureOf(
  answer: GraphqlAnswer,
  { failureIn, merged }: GraphqlRequest,
): Failure | undefined {
  if (!answer.ok) return answer.failure
  if (answer.errors.length === 0) return undefined
  if (failureIn) return failureIn(answer, merged)
  // One of several operations may have failed transiently; repeating reads costs only points.
  return failuresOf(answer).find(({ transient }) => transient)
}

function markUncertain(answer: GraphqlAnswer): GraphqlAnswer {
  if (answer.ok) return { ...answer, uncertain: true }
  return { ...answer, failure: { ...answer.failure, outcome: "unknown" } }
}

/** The failures of a response, the one that a caller should act on first. */
export function failuresOf({ errors, headers }: Answered): Failure[] {
  const failures = errors.map((error) => classifyGraphqlError(error, headers))
  return failures.sort((one, other) => rank(one) - rank(other))
}

/** A rate limit, a missing permission or an older schema explains the other errors. */
const explaining: readonly Failure["code"][] = ["RATE_LIMIT", "AUTH", "ADAPTER_UNSUPPORTED"]

function rank({ code }: Failure): number {
  const at = explaining.indexOf(code)
  return at < 0 ? explaining.length : at
}

/** Combines the failures of a response: the first by rank, with the messages of all with the same code. */
export function mergeFailures([first, ...rest]: readonly Failure[]): Failure | undefined {
  if (!first) return undefined
  const alike = rest.filter(({ code }) => code === first.code).map(({ message }) => message)
  const outcome = rest.some((other) => other.outcome === "unknown") ? "unknown" : first.outcome
  return { ...first, message: sentences([first.message, ...alike]), outcome }
}

/** The first few distinct messages, in one line. */
export function sentences(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  const shown = distinct
    .slice(0, 3)
    .map((one, at, { length }) => (at < length - 1 ? one.replace(/[^.!?]$/, "$&;") : one))
    .join(" ")
  return distinct.length > 3 ? `${shown} (and ${distinct.length - 3} more)` : shown
}
