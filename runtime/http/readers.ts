import type { ResultWarning } from "../envelope/index.js"
import { header, shorten } from "../errors/index.js"
import {
  type Answered,
  type Body,
  type Decoder,
  isStream,
  type Reader,
  readBytes,
  tooLong,
} from "./read-body.js"

/** Reads the text of a successful response, such as a diff or a log. An HTML page that was not asked for, or JSON, is an error. */
export const textReader: Reader = {
  gives: "text",
  read: (data, answered, most_bytes) => readAs(data, answered, most_bytes, textOf),
  reasonIn,
}

/** Reads a response of any media type unchanged: as a string if it is UTF-8, otherwise as bytes. */
export const contentReader: Reader = {
  gives: "text",
  read: (data, answered, most_bytes) => readAs(data, answered, most_bytes, contentOf),
  reasonIn,
}

async function readAs(
  data: unknown,
  { status, headers, cut, accept = "" }: Answered,
  most_bytes: number,
  bodyOf: typeof textOf,
): Promise<Body> {
  if (status === 204) return { ok: false, problem: "GitHub's response is empty" }
  const type = header(headers, "content-type") ?? ""
  const problem =
    type.startsWith("text/html") && !accept.includes("html")
      ? "GitHub's response is a web page. Check that base_url is an API address"
      : type.startsWith("application/json") && bodyOf === textOf
        ? "GitHub's response is JSON, not text"
        : undefined
  if (problem !== undefined) {
    if (isStream(data)) await data.cancel()
    return { ok: false, problem }
  }
  try {
    const { bytes, truncated } = await bytesIn(data, most_bytes)
    return bodyOf(bytes, type, truncated || cut ? most_bytes : undefined)
  } catch {
    return { ok: false, problem: "GitHub's response is truncated" }
  }
}

async function bytesIn(data: unknown, most_bytes: number) {
  if (isStream(data)) return readBytes(data, most_bytes)
  if (data instanceof ArrayBuffer) return { bytes: new Uint8Array(data), truncated: false }
  const text = typeof data === "string" ? data : data ? JSON.stringify(data) : ""
  return { bytes: new TextEncoder().encode(text), truncated: false }
}

/** @param most_bytes - set if the response was longer */
function textOf(bytes: Uint8Array, type: string, most_bytes: number | undefined): Body {
  if (/^(?:application\/(?:x-)?g?zip|audio\/|font\/|image\/|video\/)/.test(type))
    return binary(type)
  const text = exactText(bytes, most_bytes !== undefined)
  // Git's rule: a file with a null byte near its beginning is binary.
  if (text === undefined && bytes.subarray(0, 8000).includes(0)) return binary("binary data")
  const cut = most_bytes === undefined ? undefined : cutOff(most_bytes)
  if (text !== undefined) return { ok: true, value: text, ...(cut && { warning: cut }) }
  const warning = cut ?? undecodable("GitHub's response")
  return { ok: true, value: similarText(bytes), warning, ...(!cut && { bytes }) }
}

function contentOf(bytes: Uint8Array, _: string, most_bytes: number | undefined): Body {
  if (most_bytes === undefined) return { ok: true, value: exactText(bytes) ?? bytes }
  const text = exactText(bytes, true)
  if (text === undefined) return tooLong(most_bytes)
  return { ok: true, value: text, warning: cutOff(most_bytes) }
}

function binary(what: string): Body {
  return {
    ok: false,
    problem: `GitHub's response is ${what}, not text`,
    fix: "Get its bytes: ghx.request with the same path and `accept`",
  }
}

function cutOff(most_bytes: number): ResultWarning {
  return {
    code: "INCOMPLETE",
    message: `GitHub's response exceeds ${most_bytes} bytes; the rest is cut off`,
    fix: "Raise `max_response_bytes` of the client",
  }
}

/** Reads the bytes of a successful response, all of them or none. */
export const bytesReader: Reader = { gives: "bytes", read: wholeBytes, reasonIn }

async function wholeBytes(
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
    if (isStream(data)) await data.cancel()
    const problem = `GitHub's response is ${noBytes}, not binary data`
    return { ok: false, problem }
  }
  // An empty answer is valid only for a file of a repository.
  const empty: Body = { ok: false, problem: "GitHub's response is empty" }
  if (status === 204) return empty
  if (cut) return tooLong(most_bytes)
  if (typeof data === "string" && data.includes("\ufffd"))
    return { ok: false, problem: "The client's Octokit has read the bytes as text" }
  try {
    const { bytes, truncated } = await bytesIn(data, most_bytes)
    if (bytes.length === 0 && media === undefined) return empty
    return truncated ? tooLong(most_bytes) : { ok: true, value: bytes }
  } catch {
    return { ok: false, problem: "GitHub's response is truncated" }
  }
}

/** Reads the answer to an existence check: GitHub answers 204 without a body if the object exists. */
export const presenceReader: Reader = { gives: "bytes", read: presence }

async function presence(data: unknown, { status }: Answered): Promise<Body> {
  if (status === 204) return { ok: true, value: true }
  if (isStream(data)) await data.cancel()
  return { ok: false, problem: `GitHub answered HTTP ${status}; only 204 means that it exists` }
}

/** The reason in the XML of the stores of artifacts and logs, as the end of a sentence. */
function reasonIn(refusal: unknown): string {
  const text = typeof refusal === "string" ? refusal.slice(0, 10_000) : ""
  const why = ["Code", "Message"]
    .flatMap((name) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1]?.trim().split("\n", 1) ?? [])
    .filter((one) => one !== "")
  return why.length > 0 ? `: ${shorten(why.join(": "), 300)}` : ""
}

let strict: Decoder | undefined
let lenient: Decoder | undefined

/**
 * The text of UTF-8, with its byte order mark; undefined of other bytes.
 *
 * @param isCut - the last character may be incomplete, and is then left out
 */
export function exactText(bytes: Uint8Array, isCut = false): string | undefined {
  strict ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  try {
    if (!isCut) return strict.decode(bytes)
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: true,
    })
  } catch {
    return undefined
  }
}

/** The text of bytes, with U+FFFD in place of what is not UTF-8. */
export function similarText(bytes: Uint8Array): string {
  lenient ??= new TextDecoder("utf-8", { ignoreBOM: true })
  return lenient.decode(bytes)
}

/** The warning for a text that is not UTF-8. */
export function undecodable(source: string): ResultWarning {
  return {
    code: "INEXACT",
    message: `${source} is not UTF-8: the text has U+FFFD in place of some bytes`,
    fix: "Get the bytes: ghx.request, or ghx api, with a raw media type",
  }
}
