import { Compile } from "typebox/schema"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, type WrittenCard, writtenCardSchema } from "../parse/index.js"
import { checkForm } from "./card-form.js"
import { checkHiddenCharacters, checkHiddenValues } from "./hidden-characters.js"
import { checkNulls } from "./nulls.js"

const form = Compile(writtenCardSchema)

/** What is written has the form of a card, be it short or full. */
export function checkWrittenCard(source: CardSource): Diagnostic[] {
  const readable = [...checkHiddenCharacters(source.file), ...checkHiddenValues(source)]
  const nulls = readable.length > 0 ? readable : checkNulls(source)
  if (nulls.length > 0 || isWrittenCard(source.value)) return nulls
  return checkForm(source, writtenCardSchema)
}

export function isWrittenCard(value: unknown): value is WrittenCard {
  return form.Check(value)
}
