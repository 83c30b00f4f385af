/** Statuses whose responses may have no body, not even an empty one. */
const bodiless = [204, 205, 304]

/**
 * What a `fetch` of another kind answers, as the platform's does: node-fetch gives a body that is a stream
 * of Node's. Loaded by the first such answer.
 */
export function platformResponse({ status, headers, body }: Response): Response {
  // The types that pages have do not know `from` yet.
  const { from }: { from(chunks: unknown): ReadableStream } = Object(ReadableStream)
  const chunks = bodiless.includes(status) ? null : from.call(ReadableStream, body)
  return new Response(chunks, { status, headers: [...headers] })
}
