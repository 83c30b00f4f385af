import type { Diagnostic } from "../diagnostics/index.js"
import type { CardSource } from "../parse/index.js"
import { asCard, checkCardForm } from "./card-form.js"
import { checkContractSchemas } from "./contract-schema.js"
import { checkExamples } from "./examples.js"
import { checkIdentity } from "./identity.js"
import { resolveContract } from "./resolved-contract.js"
import { checkRouting } from "./routing.js"

/** The rules about a card in its full form alone; later ones rely on what earlier ones found sound. */
export function checkCard(source: CardSource): Diagnostic[] {
  const formed = checkCardForm(source)
  if (formed.length > 0) return formed
  const card = asCard(source)
  const schemas = checkContractSchemas(source, card)
  return [
    ...checkIdentity(source, card),
    ...checkRouting(source, card),
    ...schemas,
    ...(schemas.length > 0 ? [] : checkExamples(source, card, resolveContract(card).input)),
  ]
}
