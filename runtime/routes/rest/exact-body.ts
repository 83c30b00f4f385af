import type { JsonSchema } from "../../definition/index.js"
import { isUnsafeInteger } from "../../text/index.js"
import { isRounded, roundedProblem } from "./url.js"

/**
 * The JSON of a body with integers above 2^53, which an input has as strings of their digits; absent for other bodies.
 * A number above 2^53 is a problem.
 *
 * @param schema - describes the input
 */
export function exactBody(
  body: unknown,
  input: unknown,
  schema: JsonSchema,
): { readonly json?: string; readonly problem?: string } {
  const integers = new Set<unknown>()
  const texts = new Set<unknown>()
  const visit = (value: unknown, at: JsonSchema | undefined): void => {
    const forms = at ? [at, ...(at.anyOf ?? []), ...(at.oneOf ?? [])] : []
    if (typeof value === "string" && isUnsafeInteger(value)) {
      const types = forms.flatMap(({ type }) => type ?? [])
      const isInteger = types.includes("integer") && !types.includes("string")
      ;(isInteger ? integers : texts).add(value)
    } else if (typeof value === "object") {
      for (const [name, member] of Object.entries(Object(value))) {
        const isItem = Array.isArray(value)
        const inner = forms.map(({ items, properties }) => (isItem ? items : properties?.[name]))
        visit(member, inner.find(Boolean))
      }
    }
  }
  visit(input, schema)
  // A text with the same digits must stay a text.
  for (const text of texts) integers.delete(text)
  let problem: string | undefined
  // GitHub refuses texts with a zero character.
  const json = JSON.stringify(body, (name, value: unknown) => {
    if (isRounded(value)) problem = `${name} ${roundedProblem}`
    return integers.has(value) ? `\0${value}` : value
  })
  if (problem) return { problem }
  return integers.size > 0 ? { json: json.replaceAll(/"\\u0000(-?\d+)"/g, "$1") } : {}
}
