import { type Decoder, decoder } from "./decoder.js"

export interface ReadText {
  readonly text: string
  /** There was more. */
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
