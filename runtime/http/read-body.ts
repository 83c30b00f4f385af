import { type Failure, header, type ResponseHeaders, serverFailed } from "../errors/index.js"

export type Decoder = InstanceType<typeof TextDecoder>

let shared: Decoder | undefined

/** Created on demand, because creating a decoder takes longer than decoding most texts, and jsdom has none. */
export function decoder(): Decoder {
  shared ??= new TextDecoder()
  return shared
}

export interface ReadText {
  readonly text: string
  /** The stream had more. */
  readonly truncated: boolean
}

/**
 * The text of a stream, or its first bytes. Reading the chunks is faster than
 * `new Response(data).text()`, by some 40 µs a call.
 */
export async function readText(
  stream: ReadableStream<Uint8Array>,
  most_bytes: number,
): Promise<ReadText> {
  const reader = stream.getReader()
  let text = ""
  let last: Uint8Array | undefined
  let inParts: Decoder | undefined
  let room = most_bytes
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (last) {
      inParts ??= new TextDecoder()
      text += inParts.decode(last, { stream: true })
    }
    last = part.value.length > room ? part.value.subarray(0, room) : part.value
    room -= part.value.length
    if (room >= 0) continue
    await reader.cancel()
    break
  }
  return { text: text + (inParts ?? decoder()).decode(last), truncated: room < 0 }
}

/** Naming the class `ReadableStream` would load it, but ghx's own bodies need it only for some requests. */
export function isStream(data: unknown): data is ReadableStream<Uint8Array> {
  return typeof Object(data).getReader === "function"
}

/** The content of a body; undefined if there is no body and none was announced. */
export type Body =
  /** If `warning` is set, the body is incomplete. */
  { ok: true; value: unknown; warning?: string } | { ok: false; problem: string; fix?: string }

export interface Answered {
  readonly status: number
  readonly headers: ResponseHeaders
  /** Octokit got only the first bytes of the body. */
  readonly cut: boolean
}

/** Reads a body that is not JSON. */
export interface Reader {
  readonly gives: "text" | "bytes"
  read(data: unknown, answered: Answered, most_bytes: number): Promise<Body>
}

/** Reads the JSON of a successful response; `data` is a stream, or a value that Octokit has already parsed. */
export async function readBody(
  data: unknown,
  { status, headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  const nothing = status === 204 || status === 205 || header(headers, "content-length") === "0"
  if (nothing) return { ok: true, value: undefined }
  try {
    const { text, truncated } = await textIn(data, cut, most_bytes)
    if (truncated) return tooLong(most_bytes)
    return { ok: true, value: text === undefined ? data : JSON.parse(text) }
  } catch {
    // For a caller, an incomplete text is equivalent to a lost connection.
    return { ok: false, problem: notJson(headers) }
  }
}

/**
 * The text to parse; undefined if Octokit has already parsed it. Whether it does depends on a content type, which may
 * be missing.
 */
async function textIn(data: unknown, cut: boolean, most_bytes: number) {
  if (isStream(data)) return readText(data, most_bytes)
  const text = data instanceof ArrayBuffer ? decoder().decode(data) : data
  return { text: typeof text === "string" ? text : undefined, truncated: cut }
}

/** The failure for a body that cannot be used. A body that is too long is a permanent failure. */
export function unreadBody(
  { problem, fix }: Extract<Body, { ok: false }>,
  headers: ResponseHeaders,
): Failure {
  const failure = serverFailed(problem, headers)
  return fix === undefined ? failure : { ...failure, transient: false, details: { fix } }
}

export function tooLong(most_bytes: number): Body {
  return {
    ok: false,
    problem: `GitHub's response exceeds ${most_bytes} bytes`,
    fix: "Request less at once, or raise max_response_bytes of the client",
  }
}

function notJson(headers: ResponseHeaders): string {
  const type = header(headers, "content-type") ?? "no content type"
  return type.includes("json")
    ? "GitHub's response is truncated or not JSON"
    : `GitHub's response is ${type}, not JSON. Check that base_url is an API address`
}
