import type { JsonSchema } from "../definition/index.js"
import type { ResultWarning } from "../envelope/index.js"
import { inexactContent } from "../text/index.js"

/** The warning for content that is not what GitHub stores. Only capabilities that return content import it. */
export function undecodedContent(output: JsonSchema, result: unknown): ResultWarning[] {
  const inexact = inexactContent(result, output)
  if (inexact.length === 0) return []
  const message = `GitHub decoded bytes that are not UTF-8 in ${inexact.join(", ")}`
  return [{ code: "INEXACT", message, fix: "Get the bytes with git, or a raw media type" }]
}
