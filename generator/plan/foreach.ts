import type { CardPath } from "../parse/index.js"
import { code, type Value, variableName } from "../path/index.js"
import { alternatives, describe, isNullish, present, unionOf } from "../shape/index.js"
import type { ForeachPlan } from "./capability-plan.js"
import type { Mapping } from "./mapping.js"
import type { RequestScope } from "./rest-request.js"

export interface Foreach {
  readonly list: Value
  readonly item: Value
  /** What the card calls the item. */
  readonly key: string
  readonly plan: ForeachPlan
}

/** Plans `foreach` and the key beside it that names the item. */
export function planForeach(
  mapping: Mapping,
  section: { readonly foreach?: string; readonly as?: string; readonly item?: string },
  path: CardPath,
  scope: RequestScope,
  itemKey: "as" | "item",
): Foreach | undefined {
  const key = section[itemKey]
  if (section.foreach === undefined) {
    if (key !== undefined) {
      mapping.report(
        "GHX1314",
        mapping.source.keySpan([...path, itemKey]),
        `\`${itemKey}\` names the item of \`foreach\`, which is missing`,
      )
    }
    return undefined
  }
  const list = mapping.compile(section.foreach, [...path, "foreach"], scope)
  if (list === undefined) return undefined
  const lists = alternatives(present(list.shape))
  const items = lists.flatMap((member) => (member.kind === "array" ? [member.items] : []))
  if (items.length < lists.length || items.length === 0 || items.some(isNullish)) {
    const span = mapping.source.valueSpan([...path, "foreach"])
    mapping.report(
      "GHX1314",
      span,
      `\`foreach\` needs a list of values, found ${describe(list.shape)}`,
    )
    return undefined
  }
  if (key === undefined) {
    const span = mapping.source.keySpan([...path, "foreach"])
    const what = itemKey === "as" ? "the variable that gets the item" : "the name of the item"
    mapping.report("GHX1314", span, `\`foreach\` needs \`${itemKey}\`: ${what}`)
    return undefined
  }
  const name = variableName(key, scope.names)
  const shape = unionOf(...items)
  return {
    list,
    item: { code: code.reference(name), shape },
    key,
    plan: { code: list.code.doc, item: shape, name },
  }
}
