import { aboutMapping, aboutShared } from "../messages/index.js"
import type { CardPath, RestLookupSection } from "../parse/index.js"
import { build, callbackScope, namesRead, type Value } from "../path/index.js"
import { ANY, BOOLEAN, describe, isNullish, present, type Shape } from "../shape/index.js"
import { type BareScope, CONDITION_CODES, type Mapping } from "./mapping.js"
import { andThen, both, type Planned, planned } from "./planned.js"

type AmongSection = Pick<RestLookupSection, "among" | "where" | "result">

/** Whether a look-up finds one of a list; it says so by `among`, and by `where` which one. */
export function checkAmong(
  mapping: Mapping,
  { among, where }: AmongSection,
  path: CardPath,
): Planned<boolean> {
  if (among !== undefined && where !== undefined) return planned(true)
  if (among === undefined && where === undefined) return planned(false)
  const said = among === undefined ? "where" : "among"
  const problem = aboutMapping.amongAndWhere(said)
  return mapping.refuse(problem, mapping.source.keySpan([...path, said]))
}

/** The inputs by which one of a list is found. */
export function foundBy({ where = "" }: AmongSection): string[] {
  return namesRead(where).paths.flatMap((one) => /^\$input\.(\w+)$/.exec(one)?.[1] ?? [])
}

/** The items of an answer that are meant, each as what the look-up finds of it. */
export function planAmong(
  mapping: Mapping,
  section: AmongSection,
  path: CardPath,
  scope: BareScope,
): Planned<Value> {
  const { among = "@", where = "", result } = section
  return andThen(mapping.compile(among, [...path, "among"], scope), (list) => {
    const { shape } = list
    if (shape.kind !== "array" || isNullish(shape.items)) {
      const problem = aboutShared.amongNoList(describe(shape))
      return mapping.refuse(problem, mapping.source.valueSpan([...path, "among"]))
    }
    const { name, inner } = callbackScope(list.hint, scope)
    const item = { ...inner, current: { expression: build.reference(name), shape: shape.items } }
    const absent = foundBy(section).find((one) => isNullish(shapeOfInput(one, scope)))
    if (absent !== undefined) {
      const problem = aboutMapping.whereOfOptional(absent)
      return mapping.refuse(problem, mapping.source.valueSpan([...path, "where"]))
    }
    const meant = andThen(mapping.compile(where, [...path, "where"], item), (value) => {
      const span = () => mapping.source.valueSpan([...path, "where"])
      const problems = mapping.misfits(value, BOOLEAN, span, "`where`", CONDITION_CODES)
      return planned(value, problems)
    })
    const found = mapping.compile(result, [...path, "result"], item)
    return andThen(both(meant, found), ([meant, found]) => {
      if (isNullish(found.shape)) {
        const problem = aboutMapping.foundMayBeNull(describe(present(found.shape)))
        return mapping.refuse(problem, mapping.source.valueSpan([...path, "result"]))
      }
      const those = build.method(
        list.expression,
        "filter",
        [build.lambda(name, meant.expression)],
        false,
      )
      const expression = build.method(those, "map", [build.lambda(name, found.expression)], false)
      return planned({ expression, shape: found.shape })
    })
  })
}

function shapeOfInput(name: string, { variables }: BareScope): Shape {
  const input = variables.get("input")?.shape
  return (input?.kind === "object" ? input.fields[name]?.shape : undefined) ?? ANY
}
