import type { Client } from "../client/index.js"
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
export function hiddenRemoved(cleaned: readonly string[]): string[] {
  if (cleaned.length === 0) return []
  const [first, ...others] = cleaned
  const more = others.length > 0 ? ` and ${others.length} more` : ""
  return [
    `Hidden characters were removed from ${first}${more}; \`raw_text\` of the client keeps them`,
  ]
}
