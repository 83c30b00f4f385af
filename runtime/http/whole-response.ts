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
  const whole = new Response(new Blob(parts), { status, headers })
  return Object.defineProperty(whole, "url", { value: url })
}
