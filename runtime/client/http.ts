import {
  classifyNetwork,
  classifyStatus,
  type Failure,
  type ResponseHeaders,
  serverFailed,
  unexpected,
} from "../errors/index.js"
import { deadline, type Scope, untilAborted } from "../scope.js"
import type { Credentials } from "./credentials.js"
import { importOctokit, type OctokitLike, type OctokitResponse } from "./octokit.js"
import { readBody } from "./read-body.js"

/** One request to GitHub. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** A JSON answer with a status of 2xx, or what went wrong. */
export type HttpAnswer =
  | { ok: true; body: unknown; headers: ResponseHeaders }
  | { ok: false; failure: Failure; headers: ResponseHeaders }

/** The one way to GitHub that every HTTP route takes. */
export interface Http {
  send(request: HttpRequest, scope: Scope): Promise<HttpAnswer>
}

export interface HttpOptions {
  /** An Octokit that authenticates by itself; one of our own without it. */
  readonly octokit: OctokitLike | undefined
  readonly credentials: Credentials
  /** Limit of one request. */
  readonly timeout_ms: number
}

/** Sends through Octokit and never throws for what the network or GitHub does. */
export function createHttp(options: HttpOptions): Http {
  const { credentials, timeout_ms } = options
  let own: Promise<OctokitLike> | undefined
  const octokit = async (): Promise<OctokitLike> => {
    if (options.octokit) return options.octokit
    own ??= importOctokit()
    return own
  }

  return {
    async send(request, scope) {
      const host = new URL(request.url).host
      const limit = deadline(scope.signal, timeout_ms)
      let sent = false

      const exchange = async (): Promise<HttpAnswer> => {
        const token = await credentials.token()
        if (!token.ok) return { ok: false, failure: token.failure, headers: {} }
        const client = await octokit()
        limit.signal.throwIfAborted()
        sent = true
        scope.requests += 1
        const response = await client.request(`${request.method} ${request.url}`, {
          ...request.body,
          headers: token.value === undefined ? {} : { authorization: `bearer ${token.value}` },
          request: {
            signal: limit.signal,
            redirect: "manual",
            // Octokit's JSON parser keeps big integers and is 18 times slower than the platform's;
            // plugins of a given Octokit, though, expect to see parsed bodies.
            ...(!options.octokit && { parseSuccessResponseBody: false }),
          },
        })
        const { status, headers } = response
        if (status < 200 || status > 299) {
          return { ok: false, failure: classifyStatus(status, headers, response.data), headers }
        }
        const body = await readBody(response.data, headers)
        // Octokit gives an empty text for a body that breaks off, also when the signal broke it off.
        limit.signal.throwIfAborted()
        return body.ok
          ? { ok: true, body: body.value, headers }
          : { ok: false, failure: serverFailed(body.problem, headers), headers }
      }

      try {
        return await untilAborted(exchange(), limit.signal)
      } catch (error) {
        return failed(error, host, sent, limit.signal)
      } finally {
        limit.clear()
      }
    },
  }
}

/**
 * What an error thrown by Octokit means: a status if there was an answer, a broken connection if
 * Octokit or the signal says so, and otherwise a fault of a hook or plugin.
 */
function failed(error: unknown, host: string, sent: boolean, signal: AbortSignal): HttpAnswer {
  const response = error instanceof Error && "response" in error ? error.response : undefined
  if (isResponse(response)) {
    const { status, headers, data } = response
    return { ok: false, failure: classifyStatus(status, headers, data), headers }
  }
  const disconnected = signal.aborted || (error instanceof Error && error.name === "HttpError")
  const failure = disconnected ? classifyNetwork(error, host, sent) : unexpected(error, sent)
  return { ok: false, failure, headers: {} }
}

function isResponse(value: unknown): value is OctokitResponse {
  return typeof value === "object" && value !== null && "status" in value && "headers" in value
}
