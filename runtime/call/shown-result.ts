import type { Client } from "../client/index.js"
import type { ResultWarning } from "../envelope/index.js"
import type { Definition } from "../routes/index.js"
import type { CleanResult } from "../text/index.js"

/** A result as this client shows it, and the members that had hidden characters. */
export function shownResult<T>(
  { shown, output }: Pick<Definition<T>, "shown" | "output">,
  result: T,
  client: Client,
): CleanResult<T> {
  const clean = client.cleanProse(result, output)
  if (!shown) return clean
  // The text that is shown was cleaned already.
  return { ...clean, data: client.cleanProse(shown(result, client), output).data }
}

/** The warning for members that had hidden characters. */
export function hiddenRemoved(cleaned: readonly string[]): ResultWarning[] {
  if (cleaned.length === 0) return []
  const message = `Hidden characters were removed from ${cleaned.join(", ")}`
  return [{ code: "CLEANED", message, fix: "Set `raw_text` of the client to keep them" }]
}

const undecoded = new WeakMap<object, Uint8Array>()

/** Remembers the bytes of a result whose text could not be decoded. */
export function rememberBytes(data: unknown, bytes: Uint8Array | undefined): void {
  if (bytes) undecoded.set(Object(data), bytes)
}

/** The bytes of a response with one text, such as a diff, if the text is not UTF-8. */
export function bytesBehind(data: unknown): Uint8Array | undefined {
  return undecoded.get(Object(data))
}
