import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import type { CardPath, CardSource } from "../parse/index.js"

/** Keys whose values are data, where null is a valid value. */
const DATA = ["examples", "enum", "const", "default"]

/** Reports nulls, which come from a key without a value or from an unquoted comma. */
export function checkNulls(source: CardSource): Diagnostic[] {
  const visit = (value: unknown, path: CardPath): Diagnostic[] => {
    if (value === null) return [problem(path)]
    if (Array.isArray(value)) return value.flatMap((item, index) => visit(item, [...path, index]))
    if (typeof value !== "object") return []
    return Object.entries(value).flatMap(([key, inner]) =>
      DATA.includes(key) ? [] : visit(inner, [...path, key]),
    )
  }
  const problem = (path: CardPath) => {
    const help = aboutCard.causeOfNull(String(path.findLast((step) => typeof step === "string")))
    return diagnostic(
      aboutCard.unexpectedNull(path.join("."), help),
      source.file,
      source.keySpan(path),
    )
  }
  return typeof source.value === "object" && source.value !== null ? visit(source.value, []) : []
}
