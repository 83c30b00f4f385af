import type { Diagnostic } from "../diagnostics/index.js"
import type { Card, CardSource } from "../parse/index.js"
import { asCard, checkCardForm } from "./card-form.js"
import { checkContractSchemas } from "./contract-schema.js"
import { checkExamples } from "./examples.js"
import { checkIdentity } from "./identity.js"
import { checkExampleRequirements, checkRequirements } from "./requirements.js"
import { resolveContract } from "./resolved-contract.js"
import { checkRouting } from "./routing.js"

/** Checks the rules that concern one card in its full form. Later rules rely on earlier ones. */
export function checkCard(source: CardSource): Diagnostic[] {
  const formed = checkCardForm(source)
  if (formed.length > 0) return formed
  const card = asCard(source)
  const schemas = checkContractSchemas(source, card)
  return [
    ...checkIdentity(source, card),
    ...checkRouting(source, card),
    ...schemas,
    ...(schemas.length > 0 ? [] : checkInputs(source, card)),
  ]
}

function checkInputs(source: CardSource, card: Card): Diagnostic[] {
  const { input } = resolveContract(card)
  const rules = checkRequirements(source, card)
  return [
    ...rules,
    ...checkExamples(source, card, input),
    ...(rules.length > 0 ? [] : checkExampleRequirements(source, card, input)),
  ]
}
