import { isDeepStrictEqual } from "node:util"
import type { JsonType } from "../../runtime/definition/index.js"
import type { EntityType, PlannerCatalog, Thing, Tool } from "../index.js"
import { type PlannedCapability, usuallyAccepted } from "./capability.js"
import { type ListedThing, thingsIn } from "./things.js"

/** The planner's table, which omits facts that are equal for all capabilities. */
export function plannerTable(all: readonly PlannedCapability[]): PlannerCatalog {
  const { context, things, nameOf } = thingsIn(all)
  const tools = all.map((one) => {
    const nameIn = (input: string) => nameOf(one.id, input)
    return [one.id, toolOf(one, nameIn, (name) => things.has(name))] as const
  })
  return {
    context,
    accepts: usuallyAccepted,
    types: typesOf(all, things),
    things: Object.fromEntries([...things].map(([input, { thing }]) => [input, thing])),
    tools: Object.fromEntries(tools),
  }
}

/**
 * The entries that a project adds to the package's table: with both, inputs are found through lists of
 * either. Plans of the package's own capabilities do not change.
 */
export function addedTable(
  own: readonly PlannedCapability[],
  ofPackage: readonly PlannedCapability[],
): PlannerCatalog {
  if (ofPackage.length === 0) return plannerTable(own)
  const base = plannerTable(ofPackage).things ?? {}
  const all = [...ofPackage, ...own]
  const { things, nameOf } = thingsIn(all)
  const added = new Map<string, Thing>()
  /** The package's name for a thing that it also has. */
  const nameFor = (id: string, input: string): string | undefined => {
    const listed = things.get(nameOf(id, input) ?? "")
    if (listed === undefined) return undefined
    const { thing } = listed
    const known = [input, ...Object.keys(base)].find(
      (name) => Object.hasOwn(base, name) && isDeepStrictEqual(base[name], thing),
    )
    if (known !== undefined) return known
    const isFree = (added.get(input) ?? base[input] ?? thing) === thing
    const name = isFree ? input : `${input} of ${thing.tool}`
    added.set(name, thing)
    return name
  }
  const named = own.map((one) => {
    const inputs = [...one.needs, ...one.takes]
    return new Map(inputs.map((input) => [input, nameFor(one.id, input)]))
  })
  const isThing = (name: string) => Object.hasOwn(base, name) || added.has(name)
  const tools = own.map((one, at) => {
    return [one.id, toolOf(one, (input) => named[at]?.get(input), isThing)] as const
  })
  const spoken = new Set([
    ...own.flatMap(({ types }) => Object.keys(types)),
    ...[...added.values()].flatMap(({ by }) => by),
  ])
  const types = Object.entries(typesOf(all, things)).filter(([name]) => spoken.has(name))
  return {
    types: Object.fromEntries(types),
    things: Object.fromEntries([...added].sort(byName)),
    tools: Object.fromEntries(tools),
  }
}

/** @param nameOf - the thing that an input takes; undefined if nothing lists it */
function toolOf(
  { needs, takes, rules, accepts, destroys, alone }: PlannedCapability,
  nameOf: (input: string) => string | undefined,
  isThing: (name: string) => boolean,
): Tool {
  const other = [...needs, ...takes].flatMap((input) => {
    const name = nameOf(input)
    if (name === input || (name === undefined && !isThing(input))) return []
    return [[input, name ?? null] as const]
  })
  return {
    ...(needs.length > 0 && { needs }),
    ...(takes.length > 0 && { takes }),
    ...(rules.length > 0 && { rules }),
    ...(Object.keys(accepts).length > 0 && { accepts }),
    ...(other.length > 0 && { things: Object.fromEntries(other) }),
    ...(destroys && { destroys }),
    ...(alone && { alone }),
  }
}

/** The types of inputs and search keys that are no strings. */
function typesOf(
  all: readonly PlannedCapability[],
  things: ReadonlyMap<string, ListedThing>,
): Record<string, EntityType | EntityType[]> {
  const found = new Map<string, Set<EntityType>>()
  for (const { types } of [...all, ...things.values()]) {
    for (const [name, own] of Object.entries(types)) {
      found.set(name, new Set([...(found.get(name) ?? []), ...own.filter(isEntityType)]))
    }
  }
  const inOrder = [...found].sort(byName)
  return Object.fromEntries(
    inOrder.flatMap(([name, types]) => {
      const [only, ...others] = [...types].sort()
      if (only === undefined || (only === "string" && others.length === 0)) return []
      return [[name, others.length === 0 ? only : [only, ...others]]]
    }),
  )
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1

function isEntityType(type: JsonType): type is EntityType {
  return type !== "null"
}
