import type { JsonSchema } from "../../runtime/definition/index.js"
import type { Contract } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { mapSubschemas } from "../shape/index.js"
import { printJson } from "./json.js"
import { answerPartsPath, contractPath } from "./names.js"

/** `generated/contracts/ID.json`: the whole contract of a capability, for readers of JSON Schema. */
export function emitContract(plan: CapabilityPlan): [path: string, text: string] {
  const { id, version, description, effect, idempotent, routes, isList, input, output } = plan
  const contract: Contract = {
    id,
    version,
    description,
    effect,
    idempotent,
    routes,
    ...(isList && { list: true }),
    input,
    output: withoutBases(output),
  }
  return [contractPath(id), printJson(contract)]
}

/** Removes `extends`, because a schema also contains the properties that it extends. */
function withoutBases({ extends: _, ...schema }: JsonSchema): JsonSchema {
  return mapSubschemas(schema, withoutBases)
}

/** `generated/fields/ID.json`: prunable parts of answers, free-text fields, and how to reconcile writes. */
export function emitAnswerParts(plan: CapabilityPlan): [path: string, text: string][] {
  const { id, prunable, texts, reconcile } = plan
  const parts = { ...prunable, ...(texts && { texts }), ...(reconcile && { reconcile }) }
  return hasAnswerParts(plan) ? [[answerPartsPath(id), printJson(parts)]] : []
}

/** Whether the answers have metadata to emit. */
export function hasAnswerParts({ prunable, texts, reconcile }: CapabilityPlan): boolean {
  return prunable !== undefined || texts !== undefined || reconcile !== undefined
}
