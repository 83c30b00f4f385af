import { header } from "../errors/index.js"
import { type Answered, type Body, type Reader, tooLong } from "./read-body.js"

/** Reads the bytes of a successful response, all of them or none. */
export const bytesReader: Reader = { gives: "bytes", read }

async function read(
  data: unknown,
  { status, headers, cut }: Answered,
  most_bytes: number,
): Promise<Body> {
  // Answers of GitHub itself name their media type in this header. Storage servers do not, but name a file.
  const media = header(headers, "x-github-media-type")
  const isPage = header(headers, "content-type")?.startsWith("text/html")
  const noBytes = media?.includes("json")
    ? "JSON"
    : isPage && header(headers, "content-disposition") === undefined
      ? "a web page"
      : undefined
  if (noBytes !== undefined) {
    if (data instanceof ReadableStream) await data.cancel()
    const problem = `GitHub's response is ${noBytes}, not binary data`
    return { ok: false, problem }
  }
  // An empty answer is valid only for a file of a repository.
  const empty: Body = { ok: false, problem: "GitHub's response is empty" }
  if (status === 204) return empty
  if (cut) return tooLong(most_bytes)
  if (!(data instanceof ReadableStream)) return { ok: true, value: new Uint8Array(0) }
  try {
    const bytes = await readBytes(data, most_bytes)
    if (bytes?.length === 0 && media === undefined) return empty
    return bytes === undefined ? tooLong(most_bytes) : { ok: true, value: bytes }
  } catch {
    return { ok: false, problem: "GitHub's response is truncated" }
  }
}

/** The bytes of a stream; undefined if there are more than allowed. */
async function readBytes(
  stream: ReadableStream<Uint8Array>,
  most_bytes: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    length += part.value.length
    if (length <= most_bytes) continue
    await reader.cancel()
    return undefined
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
