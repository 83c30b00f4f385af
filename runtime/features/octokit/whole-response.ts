import { decoder } from "../../http/index.js"

/**
 * Reads the body of a response, up to a limit. An Octokit that reads it itself treats a broken body as an empty
 * string, and reads an endless one forever.
 *
 * @param onCut - called with the reason if the body is incomplete; the rest of a broken body is dropped
 */
export async function wholeResponse(
  response: Response,
  most_bytes: number,
  onCut: (why: "long" | "broken") => void,
): Promise<Response> {
  const { body } = response
  if (!body) return response
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader()
  let room = most_bytes
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value.subarray(0, Math.max(0, room)))
      room -= part.value.length
      if (room >= 0) continue
      await reader.cancel()
      onCut("long")
      break
    }
  } catch {
    parts.length = 0
    onCut("broken")
  }
  // Most bodies come in one part, and reading a blob takes longer than the rest of this function.
  const [only] = parts
  const isOne = only && parts.length === 1
  const bytes = isOne ? only : new Uint8Array(await new Blob(parts).arrayBuffer())
  let text: string | undefined
  const decoded = () => {
    text ??= decoder().decode(bytes)
    return text
  }
  return withBytes(response, bytes, decoded, headersFor(response, bytes.length))
}

/**
 * Octokit's JSON parser takes seconds for some megabytes, in which no time limit can fire. It does not parse plain
 * text; ghx parses that itself.
 */
const mostForOctokit = 1_000_000

function headersFor({ headers }: Response, length: number): Headers {
  if (length <= mostForOctokit || !/json\b/.test(headers.get("content-type") ?? "")) return headers
  const own = new Headers(headers)
  own.set("content-type", "text/plain; charset=utf-8")
  return own
}

/**
 * The original response with its body read. Octokit's accesses are answered from the bytes: a new response
 * and its stream would take as long as the rest of a call.
 */
function withBytes(
  response: Response,
  bytes: Uint8Array<ArrayBuffer>,
  decoded: () => string,
  headers: Headers,
): Response {
  let copy: Response | undefined
  /** A real response, for reading it as a stream, blob or form. */
  const whole = () => {
    copy ??= new Response(bytes, { status: response.status, headers })
    return copy
  }
  return new Proxy(response, {
    get(target, name) {
      switch (name) {
        case "headers":
          return headers
        case "text":
          return async () => decoded()
        case "json":
          return async () => JSON.parse(decoded())
        case "arrayBuffer":
          return async () => bytes.slice().buffer
        case "bytes":
          return async () => bytes.slice()
        case "blob":
        case "formData":
          return () => whole()[name]()
        case "body":
          return whole().body
        case "bodyUsed":
          return copy?.bodyUsed ?? false
        case "clone":
          return () => withBytes(response, bytes, decoded, headers)
        default:
          // The platform's getters need the response itself as receiver.
          return Reflect.get(target, name)
      }
    },
  })
}
