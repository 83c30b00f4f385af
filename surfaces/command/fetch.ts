/**
 * `fetch` over `node:http`, as far as the command's client uses it. The platform's own first loads HTTP/2,
 * WebAssembly and forms, which takes longer than the rest of a command (docs/decisions/0014-load-less.md).
 */
import type { IncomingMessage, RequestOptions } from "node:http"
import { pipeline, type Readable } from "node:stream"

type Fetch = typeof globalThis.fetch

/** Undefined if the platform's own is needed, which recognizes refusals of proxies. */
export function commandFetch(): Fetch | undefined {
  const { execArgv, env } = process
  const options = [env.NODE_OPTIONS, ...execArgv].join(" ")
  const proxied = env.NODE_USE_ENV_PROXY === "1" || options.includes("--use-env-proxy")
  return proxied ? undefined : send
}

const send: Fetch = async (address, { method = "GET", headers, body, signal } = {}) => {
  const url = new URL(String(address))
  signal?.throwIfAborted()
  const { request } = url.protocol === "http:" ? await http() : await https()
  const options: RequestOptions = {
    method,
    headers: {
      ...Object(headers),
      "accept-encoding": "gzip",
      // Without it, Node sends the body of a DELETE as the start of another request.
      ...(body != null && { "content-length": Buffer.byteLength(body as string | Uint8Array) }),
    },
    ...(signal && { signal }),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on("error", (error) => reject(signal?.aborted ? signal.reason : error))
    sent.end(body ?? undefined)
  })
  const isZipped = answer.headers["content-encoding"] === "gzip"
  return responseOf(answer, isZipped ? await unzipped(answer) : answer)
}

// From Node 24 on, the module of an import has all exports, and one of them loads the platform's `fetch`.
const http = async () => process.getBuiltinModule?.("node:http") ?? import("node:http")
const https = async () => process.getBuiltinModule?.("node:https") ?? import("node:https")

const bodiless = new Set([204, 205, 304])

/** The parts of a `Response` that the client reads; the platform's class is part of its `fetch`. */
function responseOf(answer: IncomingMessage, content: Readable): Response {
  const { statusCode: status = 0 } = answer
  const headers = new Map(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  )
  const isEmpty = bodiless.has(status)
  if (isEmpty) content.resume()
  const body = isEmpty ? null : bodyOf(content)
  const text = async () => (isEmpty ? "" : (await consumers()).text(content))
  const arrayBuffer = async () =>
    isEmpty ? new ArrayBuffer(0) : (await consumers()).arrayBuffer(content)
  const ok = status >= 200 && status < 300
  const response: unknown = { status, ok, headers, body, text, arrayBuffer }
  return response as Response
}

/** The parts of a `ReadableStream` that the client uses: loading the platform's takes as long as a request. */
function bodyOf(content: Readable) {
  const cancel = async () => void content.destroy()
  return {
    getReader() {
      const chunks = content[Symbol.asyncIterator]()
      return { read: () => chunks.next(), cancel }
    },
    cancel,
  }
}

const consumers = () => import("node:stream/consumers")

async function unzipped(answer: IncomingMessage): Promise<Readable> {
  const { createGunzip } = await import("node:zlib")
  // The reader receives the errors.
  return pipeline(answer, createGunzip(), () => undefined)
}
