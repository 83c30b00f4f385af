import {
  classifyStatus,
  type Failure,
  header,
  loadStrategyFailures,
  noAnswerFailure,
  unexpected,
} from "../errors/index.js"
import { deadline, type Scope } from "../timing/index.js"
import type { Traffic, Verdict } from "../traffic/index.js"
import { type Connection, exchange, loadCallers } from "./exchange.js"
import type { HttpAnswer, HttpRequest } from "./message.js"
import type { classifyNetwork } from "./network.js"
import { pathOf, responseOf } from "./octokit.js"
import type { PacedDeadline } from "./paced-deadline.js"

/** Sends the HTTP requests of a client, for all HTTP routes. */
export interface Http {
  send(request: HttpRequest, scope: Scope): Promise<HttpAnswer>
  /** The scopes of a classic token, from GitHub's latest answer. */
  scopes?: string | undefined
}

export interface HttpOptions extends Connection {
  /** Time limit of one request. */
  readonly timeout_ms: number
  /** The Octokit authenticates by a strategy of the caller, and has no other code of the caller. */
  readonly strategy: boolean
  readonly traffic: Traffic
}

/** Sends by `fetch`, or through an Octokit, when its turn comes. Never throws for network errors or GitHub's answers. */
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
  const { foreign, timeout_ms } = options
  const limit: PacedDeadline = foreign
    ? (await loadCallers()).pacedDeadline(scope.signal, options)
    : deadline(scope.signal, timeout_ms)
  let sent = false
  let elsewhere = false
  let points = 0
  let pending = 0
  let { url } = request
  const onSend = (to: string, trusted: boolean) => {
    sent = true
    elsewhere = !trusted
    url = to
    scope.sent.requests += 1
    // A redirect is an answer. Its target outside the API costs no points.
    points += pending
    pending = trusted ? (request.writes ? pointsOfWrite : 1) : 0
  }
  try {
    const answer = await limit.race(exchange(request, options, limit.signal, onSend, limit.leave))
    if (answer.keep) (scope.keep ?? ((put) => put()))(answer.keep)
    points += pending
    return elsewhere ? { ...answer, elsewhere } : answer
  } catch (error) {
    const { host } = new URL(url)
    const about = [host, sent, elsewhere] as const
    const answer = await classifyThrown(error, options, about, limit.signal)
    if (responseOf(error)) points += pending
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

/** URLs where auth strategies request tokens and app metadata. */
const strategies =
  /\/(?:app(?:\/installations(?:\/\d+\/access_tokens)?)?|login\/oauth\/access_token)$/

const denied = new Set([401, 403, 404])

/** Messages of Octokit's auth strategies for requests that were not sent, or sent without credentials. */
const strategyMessages = /^\[@octokit\/auth-app\] installationId|\black of authentication\b/

/**
 * Classifies an error thrown by Octokit: by the status if there was an answer, as a broken connection if Octokit or
 * the signal indicates one, and otherwise as an error in a hook or plugin. A failure of an auth strategy before the
 * request is not treated as the response to the request.
 */
async function classifyThrown(
  error: unknown,
  { strategy }: HttpOptions,
  about: readonly [host: string, sent: boolean, elsewhere: boolean],
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const [, sent] = about
  const response = responseOf(error)
  const unauthenticated = error instanceof Error && strategyMessages.test(error.message)
  if (unauthenticated && (!response || denied.has(response.status))) {
    const { notAuthenticated } = await loadStrategyFailures()
    return { ok: false, failure: notAuthenticated(error, response), headers: {} }
  }
  if (response) {
    const { status, headers, data } = response
    if (strategies.test(pathOf(error) ?? "")) {
      const { tokenFailure } = await loadStrategyFailures()
      return { ok: false, failure: tokenFailure(response), headers }
    }
    return { ok: false, failure: classifyStatus(status, headers, data), headers }
  }
  const disconnected = signal.aborted || (error instanceof Error && error.name === "HttpError")
  const failure = disconnected
    ? await networkFailure(error, ...about)
    : strategy && !sent
      ? (await loadStrategyFailures()).strategyThrew(error)
      : unexpected(error, sent)
  return { ok: false, failure, headers: {} }
}

/** Classifies a missing answer. If the module with the messages cannot be loaded, the message is a general one. */
export async function networkFailure(
  ...what: Parameters<typeof classifyNetwork>
): Promise<Failure> {
  const known = await import("./network.js").catch(() => undefined)
  return (known?.classifyNetwork ?? noAnswerFailure)(...what)
}
