import type { CapabilityPlan, RulePlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import { bodyDoc } from "./expression.js"
import type { Doc } from "./layout.js"
import { objectDoc } from "./literal.js"
import { tight } from "./members.js"

/** The rules that prefer or exclude a route, if a card has any. */
export function suitability({ suitability }: CapabilityPlan): Doc[] {
  if (suitability.length === 0) return []
  return [["suitability: ", tight(suitability.map(rule)), ","]]
}

function rule({ prefer, exclude, alone, reason, when }: RulePlan): Doc {
  const members = [
    ...(alone ? ["alone: true"] : []),
    ...(prefer === undefined ? [] : [`prefer: ${stringLiteral(prefer)}`]),
    ...(exclude === undefined ? [] : [`exclude: ${stringLiteral(exclude)}`]),
    `reason: ${stringLiteral(reason)}`,
    ...(when === undefined ? [] : [["when: (call) => ", bodyDoc(when)]]),
  ]
  return objectDoc(members)
}
