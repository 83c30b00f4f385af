import type { IncomingMessage } from "node:http"
import type { LoggedRequest, LogLimit } from "../public/index.js"
import type { Viewer } from "../state/index.js"
import type { Described } from "./faults.js"

const DEFAULT_LIMIT = { requests: 10_000, bytes: 64 * 1024 * 1024 }

export interface Log {
  /** The logged requests, in order. */
  readonly requests: readonly LoggedRequest[]
  /** The number of the next request. Counting continues when old requests are dropped. */
  nextNumber(): number
  add(logged: LoggedRequest): void
  /** Completes an entry with its answer. */
  settle(logged: LoggedRequest): void
  clear(): void
}

export function createLog(given: LogLimit = {}): Log {
  const limit = {
    requests: given.requests ?? DEFAULT_LIMIT.requests,
    bytes: given.bytes ?? DEFAULT_LIMIT.bytes,
  }
  for (const [name, value] of Object.entries(limit)) {
    if (!(value >= 0)) throw new RangeError(`log_limit.${name} must be a number of at least 0`)
  }
  const requests: LoggedRequest[] = []
  const sizes = new Map<LoggedRequest, number>()
  let [last, held] = [0, 0]
  const count = (logged: LoggedRequest) => {
    const size = logged.bytes_received + logged.bytes_sent
    held += size - (sizes.get(logged) ?? 0)
    sizes.set(logged, size)
  }
  const drop = () => {
    while (requests.length > limit.requests || (held > limit.bytes && requests.length > 0)) {
      const oldest = requests.shift()
      if (!oldest) return
      held -= sizes.get(oldest) ?? 0
      sizes.delete(oldest)
    }
  }
  return {
    requests,
    nextNumber: () => last + 1,
    add(logged) {
      last = logged.number
      requests.push(logged)
      count(logged)
      drop()
    },
    settle(logged) {
      if (!sizes.has(logged)) return
      count(logged)
      drop()
    },
    clear() {
      requests.length = 0
      sizes.clear()
      last = 0
      held = 0
    },
  }
}

/** Logs a request before it is answered. */
export function logRequest(
  site: { log: Log; now: () => Date },
  request: IncomingMessage,
  text: string,
  size: number,
  viewer: Viewer | undefined,
): LoggedRequest {
  const body = parsedBody(text)
  const { authorization: _, ...headers } = request.headers
  const [path = "/", query] = (request.url ?? "/").split(/\?(.*)/s)
  const logged: LoggedRequest = {
    number: site.log.nextNumber(),
    method: request.method ?? "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    route: null,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    login: viewer?.account.login ?? null,
    body,
    operation_name: operationName(body),
    operation_type: null,
    cost: null,
    status: null,
    synthesized: [],
    generic: false,
    ignored: [],
    response: null,
    bytes_received: size,
    bytes_sent: 0,
    at: site.now().toISOString(),
  }
  site.log.add(logged)
  return logged
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The operation name in the request, or else the first name in its document, since rules match before parsing. */
function operationName(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return null
  const { operationName: name, query } = body as Record<string, unknown>
  if (typeof name === "string" && name !== "") return name
  if (typeof query !== "string") return null
  return /(?:^|[\s}])(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? null
}

/** The properties that rules match. */
export const describe = (logged: LoggedRequest, text: string): Described => ({
  operation_name: logged.operation_name ?? "",
  path: logged.path,
  method: logged.method,
  body_includes: text,
})
