/** REST requests of commands without a capability. */
import { type Client, type GhxError, nextAddress } from "../../runtime/index.js"
import { CommandError, exitCodeOf } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

type SendRequest = Client["http"]["send"]
type Request = Parameters<SendRequest>[0]

export function sendRaw(
  client: Client,
  signal: AbortSignal | undefined,
  { body, ...request }: Pick<Request, "method" | "url" | "body" | "headers" | "expect">,
): ReturnType<SendRequest> {
  const writes = !/^(?:GET|HEAD)$/.test(request.method)
  const content = body === undefined ? {} : { body }
  const scope = { signal, started: Date.now(), sent: { requests: 0, points: 0 } }
  return client.http.send({ ...request, ...content, channel: "rest", writes }, scope)
}

/** The address of the next page, if it is one of the API. */
export function nextPage(
  { endpoint: { rest } }: Client,
  headers: Parameters<typeof nextAddress>[0],
): string | undefined {
  const next = nextAddress(headers)
  return next?.startsWith(`${rest}/`) ? next : undefined
}

/** GitHub's answer about the token's limits, whose headers have its scopes. The request costs nothing. */
export async function askRateLimit(client: Client) {
  if (await client.unauthenticated()) return undefined
  const url = `${client.endpoint.rest}/rate_limit`
  const answer = await sendRaw(client, undefined, { method: "GET", url })
  return answer.ok ? answer : undefined
}

/** A refused request, with GitHub's status if it answered. */
export class Refused extends CommandError {
  constructor(message: string, code: string, retryable: boolean) {
    const known = code as GhxError["envelope"]["error"]["code"]
    super(message, undefined, exitCodeOf({ code: known, retryable }), code)
  }
}

export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Sends requests of a command. @throws Refused */
export function sendWith(client: Client, { interrupted: signal }: Terminal): Send {
  return async (method, path, body) =>
    (await answerOf(client, signal, method, `${client.endpoint.rest}${path}`, body)).body
}

export async function itemsAt(
  client: Client,
  { interrupted }: Terminal,
  path: string,
  member: string,
) {
  const items: Record<string, unknown>[] = []
  const { rest } = client.endpoint
  for (let url: string | undefined = `${rest}${path}?per_page=100`; url !== undefined; ) {
    const { body, headers } = await answerOf(client, interrupted, "GET", url)
    items.push(...(Object(body)[member] ?? []))
    url = nextPage(client, headers)
  }
  return items
}

async function answerOf(
  client: Client,
  signal: AbortSignal,
  method: string,
  url: string,
  body?: unknown,
) {
  const missing = await client.unauthenticated()
  if (missing) throw new Refused(missing.message, missing.code, false)
  const expect = "json_or_nothing"
  const answer = await sendRaw(client, signal, { method, url, body, expect })
  if (answer.ok) return answer
  const { message, code } = answer.failure
  const isTransient = ["NETWORK", "RATE_LIMIT", "SERVER"].includes(code)
  throw new Refused(message, code, isTransient && method === "GET")
}
