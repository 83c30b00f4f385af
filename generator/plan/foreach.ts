import type { Path } from "../jmespath/index.js"
import { aboutMapping } from "../messages/index.js"
import type { CardPath } from "../parse/index.js"
import { build, type Value, variableName } from "../path/index.js"
import { alternatives, describe, isNullish, present, unionOf } from "../shape/index.js"
import type { ForeachPlan } from "./capability-plan.js"
import type { BareScope, Mapping } from "./mapping.js"
import { flatMap, type Planned, planned } from "./planned.js"

export interface Foreach {
  readonly list: Value
  readonly item: Value
  /** The name of the item in the card's expressions. */
  readonly key: string
  readonly plan: ForeachPlan
}

/** Plans `foreach` and the key beside it that names the item; both are optional. */
export function planForeach(
  mapping: Mapping,
  section: { readonly foreach?: Path; readonly as?: string; readonly item?: string },
  path: CardPath,
  scope: BareScope,
  itemKey: "as" | "item",
): Planned<Foreach | undefined> {
  const { source } = mapping
  const key = section[itemKey]
  if (section.foreach === undefined) {
    if (key === undefined) return planned(undefined)
    return mapping.refuse(
      aboutMapping.itemWithoutForeach(itemKey),
      source.keySpan([...path, itemKey]),
    )
  }
  const at = [...path, "foreach"]
  return flatMap(mapping.compile(section.foreach, at, scope), (list) => {
    const lists = alternatives(present(list.shape))
    const items = lists.flatMap((member) => (member.kind === "array" ? [member.items] : []))
    if (items.length < lists.length || items.length === 0 || items.some(isNullish)) {
      const problem = aboutMapping.foreachOfNoList(describe(list.shape))
      return mapping.refuse(problem, source.valueSpan(at))
    }
    if (key === undefined) {
      return mapping.refuse(aboutMapping.foreachWithoutItem(itemKey), source.keySpan(at))
    }
    const name = variableName(key, scope.names)
    const shape = unionOf(...items)
    return planned({
      list,
      item: { expression: build.reference(name), shape },
      key,
      plan: { expression: list.expression, item: shape, name },
    })
  })
}
