/** Statuses whose responses may have no body, not even an empty one. */
const bodiless = [204, 205, 304]

/**
 * Converts the response of another `fetch` to the platform's: node-fetch returns a Node stream as body.
 * Loaded by the first such response.
 */
export function platformResponse({ status, headers, body }: Response): Response {
  // The types that pages have do not know `from` yet.
  const { from }: { from(chunks: unknown): ReadableStream } = Object(ReadableStream)
  const chunks = bodiless.includes(status) ? null : from.call(ReadableStream, body)
  return new Response(chunks, { status, headers: [...headers] })
}
