import type { JsonSchema } from "../../runtime/definition.js"
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js"
import type { CardSource } from "../read/card.js"
import type { Card } from "../read/card-format.js"
import { schemaErrors } from "./schema-errors.js"

/** Every example is an input that the capability takes. */
export function checkExamples(source: CardSource, card: Card, input: JsonSchema): Diagnostic[] {
  return (card.examples ?? []).flatMap((example, index) =>
    schemaErrors(input, example.input).map(({ path, message, help }) => {
      const at = ["examples", index, "input", ...path]
      const where = path.length === 0 ? "the input" : `\`${path.join(".")}\``
      return diagnostic("GHX1013", source.file, source.valueSpan(at), `${where} ${message}`, {
        help,
      })
    }),
  )
}
