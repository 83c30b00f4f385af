/**
 * A response whose body is there, or as much of it as may be read. An Octokit that reads a body by
 * itself takes one that breaks off for an empty text, and one without end for as long as it goes on.
 */
export async function wholeResponse(
  response: Response,
  most_bytes: number,
  onCut: () => void,
): Promise<Response> {
  const { body, status, headers, url } = response
  if (!body) return response
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader()
  let room = most_bytes
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value.subarray(0, room))
    room -= part.value.length
    if (room >= 0) continue
    await reader.cancel()
    onCut()
    break
  }
  // Most bodies come in one part, and reading a blob takes longer than all the rest of this.
  const [only] = parts
  const bytes = only && parts.length === 1 ? only : new Blob(parts)
  const whole = new Response(bytes, { status, headers })
  return Object.defineProperty(whole, "url", { value: url })
}
