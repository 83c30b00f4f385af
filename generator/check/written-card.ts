import { Compile } from "typebox/schema"
import type { Diagnostic } from "../diagnostics/index.js"
import { type CardSource, type WrittenCard, writtenCardSchema } from "../parse/index.js"
import { checkForm } from "./card-form.js"
import { checkHiddenCharacters, checkHiddenValues } from "./hidden-characters.js"
import { checkNulls } from "./nulls.js"

const form = Compile(writtenCardSchema)

/** What is written can be read as it is seen, and nothing in it is left open. */
export function checkReadable(source: CardSource): Diagnostic[] {
  const hidden = [...checkHiddenCharacters(source.file), ...checkHiddenValues(source)]
  return hidden.length > 0 ? hidden : checkNulls(source)
}

/** What is written has the form of a card, be it short or full. */
export function checkWrittenCard(source: CardSource): Diagnostic[] {
  return isWrittenCard(source.value) ? [] : checkForm(source, writtenCardSchema)
}

export function isWrittenCard(value: unknown): value is WrittenCard {
  return form.Check(value)
}
