import type { CapabilityPlan } from "../plan/index.js"
import { printJson } from "./json.js"
import { answerPartsPath } from "./names.js"

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
