import type { CapabilityPlan } from "../plan/index.js"
import { printJson } from "./json.js"
import { answerPartsPath } from "./names.js"

/** `generated/fields/ID.json`: what need not be asked for where only some fields are wanted, and what people wrote. */
export function emitAnswerParts(plan: CapabilityPlan): [path: string, text: string][] {
  const { id, omissions, texts } = plan
  return hasAnswerParts(plan)
    ? [[answerPartsPath(id), printJson({ ...omissions, ...(texts && { texts }) })]]
    : []
}

/** Whether there is anything to say of the parts of its answers. */
export function hasAnswerParts({ omissions, texts }: CapabilityPlan): boolean {
  return omissions !== undefined || texts !== undefined
}
