import { namesakeOf, type PrunableByPath, type PrunableObject } from "../../definition/index.js"

export interface PrunedParts {
  readonly parts: ReadonlyMap<string, ReadonlyMap<string, PrunableObject>>
  /** The places of pruned parts, and all places above them. */
  readonly above: ReadonlySet<string>
}

/** The parts to prune when only some fields are requested. */
export function prunedParts(by: PrunableByPath, fields: ReadonlySet<string>): PrunedParts {
  const parts = new Map<string, Map<string, PrunableObject>>()
  const above = new Set<string>()
  for (const [place, names] of Object.entries(by)) {
    const out = Object.entries(names).filter(
      ([name, [, wanted]]) => !(wanted ?? [namesakeOf(name)]).some((one) => fields.has(one)),
    )
    if (out.length === 0) continue
    parts.set(place, new Map(out))
    for (let at = place; at !== ""; at = at.replace(/\.?[^.]*$/, "")) above.add(at)
  }
  return { parts, above }
}

/** Whether the part at a path is pruned. */
export function isPruned(place: string, { parts }: PrunedParts): boolean {
  const [, at = "", name = ""] = /^(?:(.*)\.)?([^.]*)$/.exec(place) ?? []
  return parts.get(at)?.has(name) ?? false
}

/** A place within another. */
export function childPlace(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`
}

/**
 * An answer with replacements for its pruned parts, since the mapping of the result reads everything that its types
 * promise.
 */
export function withStandIns(answer: unknown, pruned: PrunedParts, place = ""): unknown {
  if (Array.isArray(answer)) return answer.map((item) => withStandIns(item, pruned, place))
  if (typeof answer !== "object" || answer === null) return answer
  const whole = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const inner = childPlace(place, name)
      return [name, pruned.above.has(inner) ? withStandIns(value, pruned, inner) : value]
    }),
  )
  for (const [name, [standIn = null, , of]] of pruned.parts.get(place) ?? []) {
    if (!Object.hasOwn(answer, name) && hasType(answer, of)) whole[name] = standIn
  }
  const types = addedTypeNames(place, pruned)
  if (types && !types.some((type) => type === whole.__typename)) delete whole.__typename
  return whole
}

/**
 * The types that must select `__typename` at a place, so that objects with pruned parts are recognized: those on
 * which the whole document selects it. Undefined if it is not added.
 */
export function addedTypeNames(
  place: string,
  { parts }: PrunedParts,
): readonly string[] | undefined {
  return [...(parts.get(place)?.values() ?? [])].find(([, , , types]) => types)?.[3]
}

/** Whether an object has one of the types that have a pruned part. */
function hasType(object: object, of: PrunableObject[2]): boolean {
  if (of === undefined) return true
  if (of === true) return Object.keys(object).length > 0
  const { __typename }: { __typename?: unknown } = object
  return typeof __typename === "string" && of.includes(__typename)
}
