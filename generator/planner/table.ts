import type { JsonType } from "../../runtime/definition/index.js"
import type { EntityType, PlannerCatalog } from "../../runtime/planner/index.js"
import { compareText } from "../text/index.js"
import type { PlannedCapability } from "./capability.js"
import { type ListedThing, thingsIn } from "./things.js"

/** What plans are made of: no more than what capabilities do not have in common. */
export function plannerTable(all: readonly PlannedCapability[]): PlannerCatalog {
  const { context, things, nameOf } = thingsIn(all)
  const tools = all.map(({ id, needs, takes, rules, accepts, destroys, alone }) => {
    const other = [...needs, ...takes].flatMap((input) => {
      const name = nameOf(id, input)
      if (name === input || (name === undefined && !things.has(input))) return []
      return [[input, name ?? null] as const]
    })
    const tool = {
      ...(needs.length > 0 && { needs }),
      ...(takes.length > 0 && { takes }),
      ...(rules.length > 0 && { rules }),
      ...(Object.keys(accepts).length > 0 && { accepts }),
      ...(other.length > 0 && { things: Object.fromEntries(other) }),
      ...(destroys && { destroys }),
      ...(alone && { alone }),
    }
    return [id, tool] as const
  })
  return {
    context,
    types: typesOf(all, things),
    things: Object.fromEntries([...things].map(([input, { thing }]) => [input, thing])),
    tools: Object.fromEntries(tools),
  }
}

/** The types of what is no text, of inputs and of what things are found by. */
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
  const inOrder = [...found].sort(([a], [b]) => compareText(a, b))
  return Object.fromEntries(
    inOrder.flatMap(([name, types]) => {
      const [only, ...others] = [...types].sort(compareText)
      if (only === undefined || (only === "string" && others.length === 0)) return []
      return [[name, others.length === 0 ? only : [only, ...others]]]
    }),
  )
}

function isEntityType(type: JsonType): type is EntityType {
  return type !== "null"
}

/** An input that names something, and that no capability lists. */
interface Gap {
  readonly name: string
  readonly ids: readonly string[]
}

/** What nobody can plan for who does not know it: required inputs that are names, and no words or choices. */
export function gapsIn(all: readonly PlannedCapability[]): Gap[] {
  const { nameOf } = thingsIn(all)
  const gaps = new Map<string, string[]>()
  for (const { id, needs, types } of all) {
    for (const name of needs) {
      if (nameOf(id, name) !== undefined || !isName(name, types[name] ?? [])) continue
      gaps.set(name, [...(gaps.get(name) ?? []), id])
    }
  }
  return [...gaps].sort(([a], [b]) => compareText(a, b)).map(([name, ids]) => ({ name, ids }))
}

function isName(name: string, types: readonly string[]): boolean {
  return types.includes("integer") || /_(?:id|oid|sha)$/.test(name)
}
