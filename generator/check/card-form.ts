import { Compile } from "typebox/schema"
import type { Diagnostic } from "../diagnostics/index.js"
import { withPathTexts } from "../jmespath/index.js"
import { aboutCard } from "../messages/index.js"
import {
  atKey,
  atValue,
  type Card,
  type CardPath,
  type CardSource,
  cardSchema,
  type WrittenCard,
  writtenCardSchema,
} from "../parse/index.js"
import { checkHiddenCharacters, checkHiddenValues } from "./hidden-characters.js"
import { type SchemaError, schemaErrors } from "./schema-errors.js"

const form = Compile(cardSchema)

export function checkCardForm(source: CardSource): Diagnostic[] {
  return form.Check(withPathTexts(source.value)) ? [] : checkForm(source, cardSchema)
}

/** Reports unknown keys, missing keys, and values of the wrong kind. */
export function checkForm(source: CardSource, schema: object, what = "a card"): Diagnostic[] {
  const value = withPathTexts(source.value)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const found = Array.isArray(value) ? "found a list" : "found a single value"
    return [atValue(source, [], aboutCard.noMap(value === null ? "this file is empty" : found))]
  }
  return schemaErrors(schema, value).map((error) => fromError(source, error, what))
}

function fromError(source: CardSource, error: SchemaError, what: string): Diagnostic {
  const { kind, path, message } = error
  const owner = path.slice(0, -1)
  const key = String(path.at(-1))
  const where = owner.length === 0 ? what : `\`${owner.join(".")}\``
  switch (kind) {
    case "unknown": {
      const problem = aboutCard.unknownKey(where, key, sourceOfField(source, path) ?? error.help)
      return atKey(source, path, problem)
    }
    case "missing": {
      const at = owner.length === 0 ? atValue : atKey
      return at(source, owner, aboutCard.missingKey(where, key))
    }
    case "value": {
      const help = numberAsText(source, path) ?? listOfFields(source, path) ?? error.help
      return atValue(source, path, aboutCard.wrongValue(path.join("."), message, help))
    }
  }
}

/** `rest: { request: …, id: node_id }`, where `id` is a field of the output. */
function sourceOfField(
  source: CardSource,
  [route, field, ...others]: CardPath,
): string | undefined {
  const text = source.written([String(route), String(field)])
  const isField = ["output", "list"].some(
    (key) =>
      source.written([key, "fields", String(field)]) !== undefined ||
      isListed(source.written([key, "fields"]), field),
  )
  if (others.length > 0 || typeof text !== "string" || !isField) return undefined
  return `a field is mapped under \`output\`: \`${route}: { output: { ${field}: ${text} } }\``
}

function isListed(names: unknown, name: unknown): boolean {
  return Array.isArray(names) && names.includes(name)
}

/** `output: [id, title]` */
function listOfFields(source: CardSource, path: CardPath): string | undefined {
  const [key, ...others] = path
  if (others.length > 0 || (key !== "output" && key !== "list")) return undefined
  const { start, end } = source.valueSpan(path)
  const written = source.file.text.slice(start, end)
  return /^\[.*\]$/.test(written) ? `write \`${key}: { fields: ${written} }\`` : undefined
}

/** A number instead of a string: YAML parsed the text as a number, or the author meant an expression. */
function numberAsText(source: CardSource, path: CardPath): string | undefined {
  const { start, end } = source.valueSpan(path)
  const written = source.file.text.slice(start, end)
  if (!/^[-+]?[\d.]+$/.test(written)) return undefined
  if (path.at(-1) === "version") {
    return `YAML reads ${written} as a number: write a full version such as 1.0.0`
  }
  const isExpression = ["variables", "output", "query", "body", "flags"].includes(
    String(path.at(-2)),
  )
  return isExpression ? `write a number in a path expression as "\`${written}\`"` : undefined
}

/** The card, after its form was checked. */
export function asCard(source: CardSource): Card {
  return source.value as Card
}

const writtenForm = Compile(writtenCardSchema)

/** Checks that a card has no hidden characters and no unfinished keys. */
export function checkReadable(source: CardSource): Diagnostic[] {
  const hidden = [...checkHiddenCharacters(source.file), ...checkHiddenValues(source)]
  return hidden.length > 0 ? hidden : checkNulls(source)
}

/** Checks that a written card has the form of a card, short or full. */
export function checkWrittenCard(source: CardSource): Diagnostic[] {
  const { value } = source
  const inForm = writtenForm.Check(value) ? [] : checkForm(source, writtenCardSchema)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return inForm
  if (OUTPUT.some((key) => Object.hasOwn(value, key))) return inForm
  return [...inForm, atValue(source, [], aboutCard.missingKey("a card", "output"))]
}

/** A card must have one of these keys, which define the result. */
const OUTPUT = ["output", "list", "output_schema"]

/** The card, after its form was checked. */
export function asWrittenCard(source: CardSource): WrittenCard {
  return source.value as WrittenCard
}

/** Keys whose values are data, where null is a valid value. */
const DATA = ["examples", "enum", "const", "default"]

/** Reports nulls, which come from a key without a value or from an unquoted comma. */
function checkNulls(source: CardSource): Diagnostic[] {
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
    return atKey(source, path, aboutCard.unexpectedNull(path.join("."), help))
  }
  return typeof source.value === "object" && source.value !== null ? visit(source.value, []) : []
}
