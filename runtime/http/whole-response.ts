import { decoder } from "./decoder.js"

/**
 * A response whose body is there, or as much of it as may be read. An Octokit that reads a body by
 * itself takes one that breaks off for an empty text, and one without end for as long as it goes on.
 *
 * @param onCut - is told why the body is not whole; of one that breaks off nothing is given
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
  // Most bodies come in one part, and reading a blob takes longer than all the rest of this.
  const [only] = parts
  const isOne = only && parts.length === 1
  const bytes = isOne ? only : new Uint8Array(await new Blob(parts).arrayBuffer())
  return withBytes(response, bytes)
}

/**
 * The response as it came, with a body that has been read. What an Octokit asks of it is answered from
 * the bytes: to make another response and to read its stream takes as long as the rest of a call.
 */
function withBytes(response: Response, bytes: Uint8Array<ArrayBuffer>): Response {
  let copy: Response | undefined
  /** For whoever wants a stream, a blob or a form. */
  const whole = () => {
    copy ??= new Response(bytes, { status: response.status, headers: response.headers })
    return copy
  }
  return new Proxy(response, {
    get(target, name) {
      switch (name) {
        case "text":
          return async () => decoder().decode(bytes)
        case "json":
          return async () => JSON.parse(decoder().decode(bytes))
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
          return () => withBytes(response, bytes)
        default:
          // Of the response itself: what a getter of the platform's is asked of has to be one.
          return Reflect.get(target, name)
      }
    },
  })
}
