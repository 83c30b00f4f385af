import type { Answered, Body, Reader } from "./read-body.js"

/** GitHub says with a status alone that something is there: 204, which says nothing else. */
export const presenceReader: Reader = { gives: "bytes", read }

async function read(data: unknown, { status }: Answered): Promise<Body> {
  if (status === 204) return { ok: true, value: true }
  if (data instanceof ReadableStream) await data.cancel()
  return { ok: false, problem: `The answer is HTTP ${status}, and only 204 says that it is there` }
}
