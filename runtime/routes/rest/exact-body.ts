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
): { readonly json?: string | undefined; readonly problem?: string } {
  let problem: string | undefined
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (isRounded(value)) problem ??= `${name} ${roundedProblem}`
    return value
  })
  if (problem !== undefined) return { problem }
  if (!/"-?[1-9]\d{15,}"/.test(text)) return {}
  const integers = new Set<unknown>()
  const texts = new Set<unknown>()
  const visit = (value: unknown, at: JsonSchema | boolean | undefined): void => {
    const forms = typeof at === "object" ? [at, ...(at.anyOf ?? []), ...(at.oneOf ?? [])] : []
    if (typeof value === "string") {
      const types = forms.flatMap(({ type }) => type ?? [])
      const isInteger = types.includes("integer") && !types.includes("string")
      if (isUnsafeInteger(value)) (isInteger ? integers : texts).add(value)
    } else if (Array.isArray(value)) {
      const items = forms.find((one) => one.items)?.items
      for (const item of value) visit(item, items)
    } else {
      for (const [name, member] of Object.entries(Object(value))) {
        const form = forms.find(({ properties = {} }) => Object.hasOwn(properties, name))
        visit(member, form?.properties?.[name])
      }
    }
  }
  visit(input, schema)
  // A text with the same digits must stay a text.
  for (const text of texts) integers.delete(text)
  return integers.size > 0 ? { json: jsonOf(body, integers) } : {}
}

function jsonOf(value: unknown, integers: ReadonlySet<unknown>): string {
  if (integers.has(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map((one) => jsonOf(one, integers)).join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  const texts = members.map(([name, one]) => `${JSON.stringify(name)}:${jsonOf(one, integers)}`)
  return `{${texts.join()}}`
}
