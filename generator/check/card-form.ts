import { Compile } from "typebox/schema"
import { type Diagnostic, diagnostic, didYouMean } from "../diagnostics/diagnostic.js"
import type { CardPath, CardSource } from "../read/card.js"
import { type Card, cardSchema } from "../read/card-format.js"

const form = Compile(cardSchema)

/** Every key is known, present where it is required, and holds the right kind of value. */
export function checkCardForm(source: CardSource): Diagnostic[] {
  if (form.Check(source.value)) return []
  const [, errors] = form.Errors(source.value)
  const diagnostics: Diagnostic[] = []
  for (const error of errors) {
    const path = pathOf(error.instancePath)
    const where = path.length === 0 ? "a card" : `\`${path.join(".")}\``
    if (error.keyword === "additionalProperties") {
      const known = propertiesAt(path)
      for (const key of error.params.additionalProperties) {
        const help = didYouMean(key, known) ?? `known keys: ${known.join(", ")}`
        const span = source.keySpan([...path, key])
        diagnostics.push(
          diagnostic("GHX1002", source.file, span, `${where} has no key \`${key}\``, { help }),
        )
      }
    } else if (error.keyword === "required") {
      for (const key of error.params.requiredProperties) {
        const span = path.length === 0 ? source.valueSpan([]) : source.keySpan(path)
        diagnostics.push(
          diagnostic("GHX1003", source.file, span, `${where} needs the key \`${key}\``),
        )
      }
    } else if (error.keyword !== "anyOf") {
      const message = `${where} ${expectation(error)}`
      const help = helpFor(path, source.value)
      diagnostics.push(
        diagnostic("GHX1004", source.file, source.valueSpan(path), message, { help }),
      )
    }
  }
  return diagnostics
}

/** The card, once its form was checked. */
export function asCard(source: CardSource): Card {
  return source.value as Card
}

function expectation(error: ReturnType<typeof form.Errors>[1][number]): string {
  switch (error.keyword) {
    case "type":
      return `must be ${[error.params.type].flat().join(" or ")}`
    case "enum":
      return `must be one of ${error.params.allowedValues.join(", ")}`
    case "minLength":
    case "minItems":
      return "must not be empty"
    default:
      return error.message
  }
}

function helpFor(path: CardPath, value: unknown): string | undefined {
  const found = valueAt(value, path)
  if (path.at(-1) === "version" && typeof found === "number") {
    return `YAML reads ${found} as a number: write a full version such as 1.0.0`
  }
  if (found === null) return "it is empty: remove the key or give it a value"
  return typeof found === "string" || typeof found === "number" ? `found \`${found}\`` : undefined
}

function valueAt(value: unknown, path: CardPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  )
}

/** The keys that the card's schema knows at a place. */
function propertiesAt(path: CardPath): string[] {
  let schema: unknown = cardSchema
  for (const step of path) {
    const properties = valueAt(schema, ["properties"])
    schema =
      typeof step === "number"
        ? valueAt(schema, ["items"])
        : (valueAt(properties, [step]) ?? valueAt(schema, ["additionalProperties"]))
  }
  const properties = valueAt(schema, ["properties"])
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : []
}

/** The steps of a JSON pointer. */
export function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
