import { Compile } from "typebox/schema"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import {
  type CardPath,
  type CardSource,
  type WrittenCard,
  writtenCardSchema,
} from "../parse/index.js"
import { checkForm } from "./card-form.js"
import { checkHiddenCharacters, checkHiddenValues } from "./hidden-characters.js"

const form = Compile(writtenCardSchema)

/** Checks that a card has no hidden characters and no unfinished keys. */
export function checkReadable(source: CardSource): Diagnostic[] {
  const hidden = [...checkHiddenCharacters(source.file), ...checkHiddenValues(source)]
  return hidden.length > 0 ? hidden : checkNulls(source)
}

/** Checks that a written card has the form of a card, short or full. */
export function checkWrittenCard(source: CardSource): Diagnostic[] {
  const { value } = source
  const inForm = form.Check(value) ? [] : checkForm(source, writtenCardSchema)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return inForm
  if (OUTPUT.some((key) => Object.hasOwn(value, key))) return inForm
  const problem = aboutCard.missingKey("a card", "output")
  return [...inForm, diagnostic(problem, source.file, source.valueSpan([]))]
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
    return diagnostic(
      aboutCard.unexpectedNull(path.join("."), help),
      source.file,
      source.keySpan(path),
    )
  }
  return typeof source.value === "object" && source.value !== null ? visit(source.value, []) : []
}
