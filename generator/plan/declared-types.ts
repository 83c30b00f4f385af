import type { JsonSchema } from "../../runtime/definition/index.js"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { keywordsIn } from "../expand/index.js"
import { aboutMapping } from "../messages/index.js"
import type { CardSource } from "../parse/index.js"
import { fromJsonSchema, type Shape, spell, unionOf, widerThan } from "../shape/index.js"
import { isTyped } from "./field-types.js"

/**
 * Reports properties of an output whose declared types are wider than those of all routes. Derived types are skipped,
 * because they equal those of their route.
 */
export function checkDeclaredTypes(
  source: CardSource,
  { properties = {} }: JsonSchema,
  given: (property: string) => readonly Shape[],
): Diagnostic[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const wider = widerThan(fromJsonSchema(schema), unionOf(...given(name)))
    if (wider.length === 0) return []
    const at = ["output_schema", "properties", name]
    const keywords = keywordsIn(source.written(at))
    if (!isTyped(keywords) && keywords.nullable !== true) return []
    return wider.map(({ path, ...excess }) => {
      const problem = aboutMapping.excessType(spell([name, ...path]), excess)
      return diagnostic(problem, source.file, source.keySpan(at))
    })
  })
}
