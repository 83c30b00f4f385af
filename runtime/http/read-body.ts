import { type Failure, header, type ResponseHeaders, serverFailed } from "../errors/index.js"
import { readBytes, readText } from "./read-stream.js"

/** The content of a body; undefined where there is none and none was announced. */
type Body =
  | { ok: true; value: unknown; truncated?: boolean }
  | { ok: false; problem: string; fix?: string }

interface Answered {
  readonly status: number
  readonly headers: ResponseHeaders
  /** Octokit got only the first bytes of it. */
  readonly cut: boolean
}

/** The JSON of a successful response; `data` is a stream, or what Octokit already parsed. */
export async function readBody(
  data: unknown,
  { status, headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  const nothing = status === 204 || status === 205 || header(headers, "content-length") === "0"
  if (nothing) return { ok: true, value: undefined }
  if (!(data instanceof ReadableStream)) {
    if (cut) return tooLong(most_bytes)
    if (typeof data === "object" && data !== null && !(data instanceof ArrayBuffer)) {
      return { ok: true, value: data }
    }
    return { ok: false, problem: notJson(headers) }
  }
  try {
    const { text, truncated } = await readText(data, most_bytes)
    if (truncated) return tooLong(most_bytes)
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // Half a text and a connection lost half-way are the same to a caller.
    return { ok: false, problem: notJson(headers) }
  }
}

/** The text of a successful response: a diff or a log. Neither a page nor JSON is one. */
export async function readTextBody(
  data: unknown,
  { headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  const type = header(headers, "content-type") ?? ""
  const noText = type.startsWith("text/html")
    ? "GitHub's answer is a web page: is base_url an API address?"
    : type.startsWith("application/json")
      ? "GitHub's answer is JSON, and not the text that was asked for"
      : /^(?:application\/(?:x-)?g?zip|audio\/|font\/|image\/|video\/)/.test(type)
        ? binary(type)
        : undefined
  if (noText !== undefined) {
    if (data instanceof ReadableStream) await data.cancel()
    return typeof noText === "string" ? { ok: false, problem: noText } : noText
  }
  if (typeof data === "string") return textOf(data, cut)
  if (data instanceof ArrayBuffer) return textOf(new TextDecoder().decode(data), cut)
  if (!(data instanceof ReadableStream))
    return { ok: true, value: data ? JSON.stringify(data) : "" }
  try {
    const { text, truncated } = await readText(data, most_bytes)
    return textOf(text, truncated)
  } catch {
    return { ok: false, problem: "GitHub's answer breaks off" }
  }
}

/** The bytes of a successful response, all of them or none. */
export async function readBytesBody(
  data: unknown,
  { headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  // Where GitHub itself answers, it says which of its media types that is.
  if (header(headers, "x-github-media-type")?.includes("json")) {
    if (data instanceof ReadableStream) await data.cancel()
    return { ok: false, problem: "GitHub's answer is JSON, and not the bytes that were asked for" }
  }
  if (cut) return tooLong(most_bytes)
  if (!(data instanceof ReadableStream)) return { ok: true, value: new Uint8Array(0) }
  try {
    const bytes = await readBytes(data, most_bytes)
    return bytes === undefined ? tooLong(most_bytes) : { ok: true, value: bytes }
  } catch {
    return { ok: false, problem: "GitHub's answer breaks off" }
  }
}

/** Git's own rule: what has a zero byte near its beginning is no text. */
function textOf(value: string, truncated = false): Body {
  if (value.slice(0, 8000).includes("\0")) return binary("binary data")
  return { ok: true, value, truncated }
}

function binary(what: string): Body {
  return {
    ok: false,
    problem: `GitHub's answer is ${what}, and not the text that was asked for`,
    fix: "Download it with another client: this capability gives texts alone",
  }
}

/** Why a body that came cannot be used; one that is too long is so again the next time. */
export function unreadBody(
  { problem, fix }: Extract<Body, { ok: false }>,
  headers: ResponseHeaders,
): Failure {
  const failure = serverFailed(problem, headers)
  return fix === undefined ? failure : { ...failure, transient: false, details: { fix } }
}

function tooLong(most_bytes: number): Body {
  return {
    ok: false,
    problem: `GitHub's answer is longer than ${most_bytes} bytes`,
    fix: "Ask for less at once, or raise max_response_bytes of the client",
  }
}

function notJson(headers: ResponseHeaders): string {
  const type = header(headers, "content-type") ?? "no content type"
  return type.includes("json")
    ? "GitHub's answer breaks off or is not JSON"
    : `GitHub's answer is not JSON but ${type}: is base_url an API address?`
}
