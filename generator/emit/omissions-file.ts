import type { CapabilityPlan } from "../plan/index.js"
import { printJson } from "./json.js"
import { omissionsPath } from "./names.js"

/** `generated/fields/ID.json`: what need not be asked for where only some fields are wanted. */
export function emitOmissions({ id, omissions }: CapabilityPlan): [path: string, text: string][] {
  return omissions ? [[omissionsPath(id), printJson(omissions)]] : []
}
