import { type Failure, header, noAnswerFailure, unexpected } from "../errors/index.js"
import { deadline, type Scope } from "../timing/index.js"
import type { Traffic, Verdict } from "../traffic/index.js"
import { type Connection, exchange } from "./exchange.js"
import type { Adapter, HttpAnswer, HttpRequest, PacedDeadline } from "./message.js"
import type { classifyNetwork } from "./network.js"

/** Sends the HTTP requests of a client, for all HTTP routes. */
export interface Http {
  send(request: HttpRequest, scope: Scope): Promise<HttpAnswer>
  /** The scopes of a classic token, from GitHub's latest answer. */
  scopes?: string | undefined
}

export interface HttpOptions extends Connection {
  /** Time limit of one request. */
  readonly timeout_ms: number
  readonly traffic: Traffic
}

/** Sends by `fetch`, or through an adapter, when its turn comes. Never throws for network errors or GitHub's answers. */
export function createHttp(options: HttpOptions): Http {
  const http: Http = {
    send: (request, scope) =>
      options.traffic.schedule<HttpAnswer>(
        {
          sending: request,
          resource: resourceOf(request),
          scope,
          verdict(answer) {
            http.scopes = header(answer.headers, "x-oauth-scopes") ?? http.scopes
            return verdictOf(request, answer, scope)
          },
          refused: (failure) => ({ ok: false, failure, headers: {} }),
        },
        () => sendNow(request, options, scope),
      ),
  }
  return http
}

async function sendNow(
  request: HttpRequest,
  options: HttpOptions,
  scope: Scope,
): Promise<HttpAnswer> {
  const adapter = options.adapter && (await options.adapter())
  const limit: PacedDeadline =
    adapter?.deadline?.(scope.signal, options) ?? deadline(scope.signal, options.timeout_ms)
  let sent = false
  // Until something is sent, nothing says how GitHub is.
  let elsewhere = true
  let points = 0
  let pending = 0
  let { url } = request
  const onSend = (to: string, trusted: boolean) => {
    sent = true
    elsewhere = !trusted
    if (trusted && to !== request.url) scope.sent.moved = true
    url = to
    scope.sent.requests += 1
    // A redirect is an answer. Its target outside the API costs no points.
    points += pending
    pending = trusted ? (request.writes ? pointsOfWrite : 1) : 0
  }
  try {
    const answer = await limit.race(
      exchange(request, options, {
        adapter,
        signal: limit.signal,
        onSend,
        onLeave: limit.leave,
      }),
    )
    if (answer.keep) (scope.keep ?? ((put) => put()))(answer.keep)
    points += pending
    return elsewhere ? { ...answer, elsewhere } : answer
  } catch (error) {
    const { host } = new URL(url)
    const about = [host, sent, elsewhere && !scope.signal?.aborted] as const
    const answer = await classifyThrown(error, adapter, about, limit.signal)
    // An adapter may throw an answer.
    if (error instanceof Error && "response" in error) points += pending
    return { ...answer, elsewhere }
  } finally {
    scope.sent.points += points
    limit.clear()
  }
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#calculating-points-for-the-secondary-rate-limit */
const pointsOfWrite = 5

/** The resource whose primary limit a request counts against. */
function resourceOf({ channel, url }: HttpRequest): string {
  if (channel === "graphql") return "graphql"
  const [, search] = /\/search\/(\w+)/.exec(url) ?? []
  return search === undefined ? "core" : search === "code" ? "code_search" : "search"
}

function verdictOf(request: HttpRequest, answer: HttpAnswer, { signal }: Scope): Verdict {
  const { headers, elsewhere = false } = answer
  const failure = answer.ok ? request.failureIn?.(answer.body, headers) : answer.failure
  const primary = header(headers, "x-ratelimit-remaining") === "0"
  return {
    failure,
    headers,
    resource: primary ? header(headers, "x-ratelimit-resource") : undefined,
    // Whether the answer is irrelevant for GitHub's health: an aborted call, a call with less time than a request
    // takes, or an answer from another server.
    beside: elsewhere || (signal?.aborted === true && failure?.code === "NETWORK"),
  }
}

/** Classifies an error: as its adapter does, as a broken connection, or as one in code of the caller. */
async function classifyThrown(
  error: unknown,
  adapter: Adapter | undefined,
  about: readonly [host: string, sent: boolean, elsewhere: boolean],
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const [, sent] = about
  const disconnected = signal.aborted || (error instanceof Error && error.name === "HttpError")
  const known = adapter?.answerOf(error, { sent, disconnected })
  if (known) return known
  const failure = disconnected ? await networkFailure(error, ...about) : unexpected(error, sent)
  return { ok: false, failure, headers: {} }
}

/** Classifies a missing answer. If the module with the messages cannot be loaded, the message is a general one. */
export async function networkFailure(
  ...what: Parameters<typeof classifyNetwork>
): Promise<Failure> {
  const known = await import("./network.js").catch(() => undefined)
  return (known?.classifyNetwork ?? noAnswerFailure)(...what)
}
