import { inputsNamed, Path } from "../jmespath/index.js"
import { aboutMapping, aboutShared } from "../messages/index.js"
import type { CardPath, RestLookupSection } from "../parse/index.js"
import { build, callbackScope, type Expression, type Value } from "../path/index.js"
import { describe, isNullish, present, type Shape } from "../shape/index.js"
import type { BareScope, Mapping } from "./mapping.js"
import { all, flatMap, mapPlan, type Planned, planned } from "./planned.js"

export type AmongSection = Pick<RestLookupSection, "among" | "where" | "result">

/** The result of a lookup. */
export interface FoundItem {
  readonly found: Value
  /** The page info of the list that the lookup searches. */
  readonly pageInfo?: Value
}

/** Checks a lookup that selects one item of a list: `among` is the list, `where` selects the item. */
export function checkAmong(
  mapping: Mapping,
  { among, where }: AmongSection,
  path: CardPath,
): Planned<boolean> {
  if (among !== undefined && where !== undefined) return planned(true)
  if (among === undefined && where === undefined) return planned(false)
  const key = among === undefined ? "where" : "among"
  return mapping.refuse(aboutMapping.amongAndWhere(key), mapping.source.keySpan([...path, key]))
}

/** The inputs that select the item. */
export function searchKeysOf(section: AmongSection): string[] {
  return inputsIn([section.where, section.result])
}

/** The inputs that expressions read as `$input.NAME`. */
export function inputsIn(expressions: readonly (Path | undefined)[]): string[] {
  return [...new Set(expressions.flatMap((one) => (one === undefined ? [] : inputsNamed(one))))]
}

/** The matching items of an answer, each mapped to the lookup's result. */
export function planAmong(
  mapping: Mapping,
  section: AmongSection,
  path: CardPath,
  scope: BareScope,
): Planned<FoundItem> {
  const { among = Path.derived("@") } = section
  const at = [...path, "among"]
  return flatMap(mapping.compile(among, at, scope), (value) => {
    const nodes = nodesOf(present(value.shape))
    if (nodes === undefined) {
      return mapPlan(planFound(mapping, section, path, scope, value), (found) => ({ found }))
    }
    const inside = { ...scope, current: value }
    const read = (path: string) => mapping.compile(Path.derived(path), at, inside)
    const pages = all([read(nodes), read("pageInfo")])
    return flatMap(pages, ([list, pageInfo]) =>
      mapPlan(planFound(mapping, section, path, scope, list), (found) => ({ found, pageInfo })),
    )
  })
}

/** The path from a connection to its nodes; undefined if the shape is no connection. */
export function nodesOf(shape: Shape): string | undefined {
  if (shape.kind !== "object" || !Object.hasOwn(shape.fields, "pageInfo")) return undefined
  if (Object.hasOwn(shape.fields, "nodes")) return "nodes[]"
  return Object.hasOwn(shape.fields, "edges") ? "edges[].node" : undefined
}

function planFound(
  mapping: Mapping,
  { where = Path.derived("@"), result }: AmongSection,
  path: CardPath,
  scope: BareScope,
  list: Value,
): Planned<Value> {
  const shape = present(list.shape)
  if (shape.kind !== "array" || isNullish(shape.items)) {
    const problem = aboutShared.amongNoList(describe(shape))
    return mapping.refuse(problem, mapping.source.valueSpan([...path, "among"]))
  }
  const { name, inner } = callbackScope(list.hint, scope)
  const item = { ...inner, current: { expression: build.reference(name), shape: shape.items } }
  const meant = mapping.compileCondition(where, [...path, "where"], item, "`where`")
  const found = mapping.compile(result, [...path, "result"], item)
  return mapPlan(all([meant, found]), ([meant, found]) => {
    const isOptional = isNullish(list.shape)
    const each = (method: "filter" | "map", of: Expression, body: Value) =>
      build.method(of, method, [build.lambda(name, body.expression)], isOptional)
    const mapped = each("map", each("filter", list.expression, meant), found)
    // If a matching item has no value, nothing is found.
    const expression = isNullish(found.shape) ? build.helper("present", mapped) : mapped
    return { expression, shape: present(found.shape) }
  })
}
