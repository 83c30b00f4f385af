import { classifyNetwork, classifyStatus, unexpected } from "../errors/index.js"
import { deadline, type Scope, untilAborted } from "../scope.js"
import { type Connection, exchange, type HttpAnswer, type HttpRequest } from "./exchange.js"
import { responseOf } from "./octokit.js"

export type { HttpAnswer, HttpRequest } from "./exchange.js"

/** The one way to GitHub that every HTTP route takes. */
export interface Http {
  send(request: HttpRequest, scope: Scope): Promise<HttpAnswer>
}

export interface HttpOptions extends Connection {
  /** Limit of one request. */
  readonly timeout_ms: number
}

/** Sends through Octokit and never throws for what the network or GitHub does. */
export function createHttp(options: HttpOptions): Http {
  return {
    async send(request, scope) {
      const limit = deadline(scope.signal, options.timeout_ms)
      let sent = false
      const onSend = () => {
        sent = true
        scope.requests += 1
      }
      try {
        return await untilAborted(exchange(request, options, limit.signal, onSend), limit.signal)
      } catch (error) {
        return failed(error, new URL(request.url).host, sent, limit.signal)
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
  const response = responseOf(error)
  if (response) {
    const { status, headers, data } = response
    return { ok: false, failure: classifyStatus(status, headers, data), headers }
  }
  const disconnected = signal.aborted || (error instanceof Error && error.name === "HttpError")
  const failure = disconnected ? classifyNetwork(error, host, sent) : unexpected(error, sent)
  return { ok: false, failure, headers: {} }
}
