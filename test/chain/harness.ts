/** A sandbox, and a proxy that rewrites its responses, for errors of GitHub that the sandbox cannot produce. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type ClientOptions, createGhx } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"

/** A GraphQL request as it arrived. */
export interface Sent {
  query: string
  variables: Record<string, unknown>
}

export interface Answered {
  data?: Record<string, unknown> | null
  errors?: object[]
}

/** Rewrites the sandbox's answer to a request. */
export type Rewrite = (answer: Answered, request: Sent) => Answered

export interface Proxy {
  readonly url: string
  close(): Promise<void>
}

/** Answers a request before the sandbox sees it; undefined to let it pass. */
export type Intercept = (request: Sent) => Answered | undefined

async function startProxy(
  sandbox: Sandbox,
  rewrite: Rewrite,
  intercept: Intercept = () => undefined,
): Promise<Proxy> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const request: Sent = JSON.parse(body)
    const intercepted = intercept(request)
    if (intercepted) {
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(intercepted))
      return
    }
    const { authorization = "" } = incoming.headers
    const headers = { authorization, "content-type": "application/json" }
    const answer = await fetch(sandbox.url + incoming.url, { method: "POST", headers, body })
    const rewritten = rewrite((await answer.json()) as Answered, request)
    response.writeHead(answer.status, { "content-type": "application/json" })
    response.end(JSON.stringify(rewritten))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Sandboxes and proxies of one test, all closed with it. */
export function harness() {
  const open: { close(): Promise<void> }[] = []
  return {
    async sandbox(...options: Parameters<typeof startSandbox>): Promise<Sandbox> {
      const sandbox = await startSandbox(...options)
      open.push(sandbox)
      return sandbox
    },
    async proxy(...options: Parameters<typeof startProxy>): Promise<Proxy> {
      const proxy = await startProxy(...options)
      open.push(proxy)
      return proxy
    },
    async close() {
      await Promise.all(open.splice(0).map((one) => one.close()))
    },
  }
}

/** The tree bound to a server: GraphQL only, without retries. */
export function ghxOf({ url }: { url: string }, options: ClientOptions = {}) {
  const token = "sandbox-token"
  return createGhx({ base_url: url, token, retry: false, routes: ["graphql"], ...options })
}

/** The alias of the operation in a merged document whose variable has this value. */
export function prefixOf({ variables }: Sent, name: string, value: unknown): string | undefined {
  const entry = Object.entries(variables).find(
    ([key, given]) => key.endsWith(`_${name}`) && given === value,
  )
  return entry && /^s\d+_/.exec(entry[0])?.[0]
}

/** The number of operations in a document. */
export function operationsIn(body: unknown): number {
  const { query } = body as Sent
  return Math.max(1, new Set(query.match(/\bs\d+_(?=\w+: )/g)).size)
}
