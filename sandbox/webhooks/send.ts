import { createHmac } from "node:crypto"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { Delivery } from "../rest/index.js"
import type { Hook } from "../tables/index.js"

const TIMEOUT_MS = 10_000

/** GitHub keeps less than this of an answer. */
const MOST_BYTES = 100_000

/** `payload=…` for the content type `form`. */
export const bodyFor = ({ contentType }: Pick<Hook, "contentType">, payload: unknown): string =>
  contentType === "json"
    ? JSON.stringify(payload)
    : `payload=${encodeURIComponent(JSON.stringify(payload))}`

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export function signaturesOf(secret: string | null, body: string): Record<string, string> {
  if (secret === null) return {}
  const sign = (hash: string) => `${hash}=${createHmac(hash, secret).update(body).digest("hex")}`
  return { "x-hub-signature": sign("sha1"), "x-hub-signature-256": sign("sha256") }
}

type Result = NonNullable<Delivery["result"]>

/** A test must not send anything to somebody else's server. */
export function isLocal(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) return false
  return /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
}

export const OUTSIDE: Result = {
  status: "the sandbox delivers only to this machine",
  ...{ code: 0, seconds: 0, headers: {}, body: "" },
}

/** Sends one delivery; a failure is a result, too. */
export function send(
  { url, insecureSsl }: Pick<Hook, "insecureSsl" | "url">,
  { headers }: Pick<Delivery, "headers">,
  body: string,
  ended: AbortSignal,
): Promise<Result> {
  const started = performance.now()
  const request = new URL(url).protocol === "https:" ? requestHttps : requestHttp
  const tooLate = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise((resolve) => {
    const settle = (result: Omit<Result, "seconds">) =>
      resolve({ ...result, seconds: Math.round(performance.now() - started) / 1000 })
    const failed = (status: string) => settle({ status, code: 0, headers: {}, body: "" })
    const sent = request(url, {
      ...{ method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      ...{ rejectUnauthorized: insecureSsl === "0", agent: false },
      signal: AbortSignal.any([ended, tooLate]),
    })
    sent.on("error", () => failed(tooLate.aborted ? "timed out" : "failed to connect to host"))
    sent.on("response", (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", () => failed("connection closed"))
      response.on("end", () => {
        const { statusCode: code = 0, statusMessage = "", headers: received } = response
        const text = Buffer.concat(chunks).toString("utf8").slice(0, MOST_BYTES)
        const status = code >= 200 && code < 300 ? "OK" : statusMessage
        settle({ status, code, headers: received, body: text })
      })
    })
    sent.end(body)
  })
}
