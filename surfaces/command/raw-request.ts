/** REST requests of the command that no capability makes. */
import { type Client, nextAddress } from "../../runtime/index.js"

type Send = Client["http"]["send"]
type Request = Parameters<Send>[0]

/** Sends a request to an address of the API. */
export function sendRaw(
  client: Client,
  signal: AbortSignal | undefined,
  { body, ...request }: Pick<Request, "method" | "url" | "body" | "headers" | "expect">,
): ReturnType<Send> {
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
