import type { Client } from "../client/index.js"
import type { ResultWarning } from "../envelope/index.js"
import type { Definition } from "../routes/index.js"
import { type CleanResult, inexactContent } from "../text/index.js"

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

/** The warning for content that is not what GitHub stores. Descriptions of operations do not mark content. */
export function undecodedContent<T>(
  { output, isDescribed }: Pick<Definition<T>, "output" | "isDescribed">,
  result: T,
): ResultWarning[] {
  const inexact = isDescribed ? [] : inexactContent(result, output)
  if (inexact.length === 0) return []
  const message = `GitHub decoded bytes that are not UTF-8 in ${inexact.join(", ")}`
  return [{ code: "INEXACT", message, fix: "Get the bytes with git, or a raw media type" }]
}
