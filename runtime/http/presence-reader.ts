import type { Answered, Body, Reader } from "./read-body.js"

/** Reads the answer to an existence check: GitHub answers 204 without a body if the object exists. */
export const presenceReader: Reader = { gives: "bytes", read }

async function read(data: unknown, { status }: Answered): Promise<Body> {
  if (status === 204) return { ok: true, value: true }
  if (data instanceof ReadableStream) await data.cancel()
  return { ok: false, problem: `GitHub answered HTTP ${status}; only 204 means that it exists` }
}
