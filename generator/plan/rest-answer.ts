import type { CardPath, RestOperation } from "../parse/index.js"
import type { Mapping } from "./mapping.js"
import type { RequestSection } from "./rest-request.js"

/** What an endpoint answers with where the description says nothing: a download such as a log. */
const DOWNLOAD = "text/plain"

/** An endpoint is asked for JSON, or for a text that it offers. */
export function requireAnswer(
  mapping: Mapping,
  { accept, method, path }: Pick<RequestSection, "accept" | "method" | "path">,
  { response, media = [] }: RestOperation,
  at: CardPath,
): void {
  if (accept === undefined) return
  const offered = response === undefined && media.length === 0 ? [DOWNLOAD] : media
  if (offered.includes(accept)) return
  const span = mapping.source.valueSpan([...at, "accept"])
  const message = `${method} ${path} is not answered with \`${accept}\``
  const help =
    offered.length > 0
      ? `it offers ${offered.map((type) => `\`${type}\``).join(", ")}, and JSON without \`accept\``
      : "it is answered with JSON: leave `accept` out"
  mapping.report("GHX1603", span, message, help)
}
