/** A loopback HTTP server that answers GraphQL requests as a test scripts it. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Client } from "../client/index.js"
import { type ClientOptions, createClient } from "../features/index.js"

export interface ReceivedRequest {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The whole body, as REST requests have it. */
  readonly body: unknown
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown
  /** A fault instead of an answer: close the connection, close it within the body, or never answer. */
  readonly fault?: "reset" | "cut" | "hang"
}

export type Answer = (request: ReceivedRequest) => Reply | Promise<Reply>

export interface GithubDouble {
  readonly url: string
  readonly requests: ReceivedRequest[]
  answer: Answer
  client(options?: ClientOptions): Client
  close(): Promise<void>
}

export const testToken = "ghp_0123456789abcdefTEST"

/** The client is the same process, and may be busy for longer than the five seconds of an idle connection. */
const PATIENT = { keepAliveTimeout: 120_000 }

export async function startGithub(answer: Answer = () => data({})): Promise<GithubDouble> {
  const server = createServer(PATIENT, async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method, url: path, headers } = incoming
    const sent = JSON.parse(Buffer.concat(chunks).toString() || "{}")
    const { query = "", variables } = sent
    const request = { method, path, headers, query, variables, body: sent }
    double.requests.push(request)
    reply(response, await double.answer(request))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const double: GithubDouble = {
    url,
    requests: [],
    answer,
    // No retries, because they have tests of their own.
    client: (options = {}) =>
      createClient({ token: testToken, base_url: url, retry: false, ...options }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return double
}

export function reply(
  response: ServerResponse,
  { status = 200, headers = {}, body, fault }: Reply,
): void {
  if (fault === "hang") return
  if (fault === "reset") {
    response.destroy()
    return
  }
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {})
  const type =
    text === body ? (text.startsWith("<") ? "text/html" : "text/plain") : "application/json"
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    ...(fault === "cut" && { "content-length": String(text.length + 100) }),
    ...headers,
  })
  if (fault !== "cut") response.end(text)
  else response.write(text, () => response.destroy())
}

/** A GraphQL response with data. */
export function data(value: unknown, ...errors: object[]): Reply {
  return { body: errors.length > 0 ? { data: value, errors } : { data: value } }
}

/** A GraphQL response with errors only. */
export function errors(...entries: object[]): Reply {
  return { body: { errors: entries } }
}

/** The name of the operation in a request. */
export function operationOf({ query }: ReceivedRequest): string {
  return query.match(/(?:query|mutation) (\w+)/)?.[1] ?? ""
}
