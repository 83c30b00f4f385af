import type { ResultWarning } from "../envelope/index.js"
import type { Decoder } from "./read-body.js"

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
