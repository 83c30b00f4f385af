import type { JsonType } from "../../runtime/definition/index.js"
import type { Thing } from "../../runtime/planner/index.js"
import { compareText, singular } from "../text/index.js"
import type { Listing, PlannedCapability } from "./capability.js"

/** How a thing is found that an input names. */
export interface ListedThing {
  readonly thing: Thing
  /** The types of what it is found by. */
  readonly types: Readonly<Record<string, readonly JsonType[]>>
}

/** What plans find. */
export interface Found {
  /** What says where something is done, and comes with any request. */
  readonly context: readonly string[]
  /** By input, how the thing is found that it names. */
  readonly things: ReadonlyMap<string, ListedThing>
}

export function thingsIn(all: readonly PlannedCapability[]): Found {
  const inputs = new Map(
    all.flatMap(({ needs, takes, types }) =>
      [...needs, ...takes].map((name) => [name, types[name] ?? []] as const),
    ),
  )
  const views = new Map(all.filter(({ id }) => id.endsWith(".view")).map((one) => [one.id, one]))
  const ways = all.flatMap((capability) =>
    capability.listings.flatMap((listing) => {
      const nouns = [listing.noun, ...nounsOfView(capability, listing, views)]
      return nouns.flatMap((noun) => waysOf(noun, capability, listing, inputs))
    }),
  )
  const named = new Set(ways.map(({ name }) => name))
  // What most capabilities need, those among them that list.
  const context = [...new Set(ways.flatMap(({ capability }) => capability.needs))].filter(
    (name) =>
      !named.has(name) && all.filter(({ needs }) => needs.includes(name)).length * 2 > all.length,
  )
  // Who lists needs to know where and within which other thing, and nothing that only people can say.
  const isSound = ({ capability }: Way) =>
    capability.needs.every((name) => named.has(name) || context.includes(name))
  const best = new Map<string, Way>()
  for (const way of ways.filter(isSound)) {
    const before = best.get(way.name)
    if (before === undefined || compareWays(way, before) < 0) best.set(way.name, way)
  }
  const inOrder = [...best].sort(([a], [b]) => compareText(a, b))
  return { context, things: new Map(inOrder.map(([name, way]) => [name, thingOf(way)])) }
}

/** A listing in which an input stands. */
interface Way {
  readonly name: string
  readonly noun: string
  readonly member: string
  readonly capability: PlannedCapability
  readonly listing: Listing
}

/**
 * The inputs that name an item of a listing, by their names: a noun of the item and its member,
 * `thread_id` and `id`, or the member itself, `run_id`. That a member of another noun is there too, the
 * `workflow_id` of a run, makes the run no workflow.
 */
function waysOf(
  noun: string,
  capability: PlannedCapability,
  listing: Listing,
  inputs: ReadonlyMap<string, readonly string[]>,
): Way[] {
  return Object.entries(listing.members).flatMap(([member, types]) => {
    const names = [`${noun}_${member}`, ...(member.startsWith(`${noun}_`) ? [member] : [])]
    return names
      .filter((name) => types.every((type) => inputs.get(name)?.includes(type)))
      .filter((name) => !capability.needs.includes(name))
      .map((name) => ({ name, noun, member, capability, listing }))
  })
}

/** `pr.view` takes a `pull_number` more than `pr.list`: what is listed is called a pull there. */
function nounsOfView(
  { id, needs }: PlannedCapability,
  { path, members }: Listing,
  views: ReadonlyMap<string, PlannedCapability>,
): string[] {
  const parts = id.split(".")
  const above = [...parts.slice(0, -2), singular(parts.at(-2) ?? "")].join(".")
  const view = views.get(`${above}.view`)
  const [name, ...others] = view?.needs.filter((one) => !needs.includes(one)) ?? []
  if (path !== "items" || name === undefined || others.length > 0) return []
  return Object.keys(members).flatMap((member) =>
    name.endsWith(`_${member}`) ? [name.slice(0, -member.length - 1)] : [],
  )
}

/** A list before what a view shows of one, then whoever needs less, then by id. */
function compareWays(a: Way, b: Way): number {
  return (
    Number(b.capability.page !== undefined) - Number(a.capability.page !== undefined) ||
    a.capability.needs.length - b.capability.needs.length ||
    compareText(a.capability.id, b.capability.id)
  )
}

function thingOf({ noun, member, capability, listing }: Way): ListedThing {
  const { id, takes, page } = capability
  const by = Object.entries(listing.members).filter(
    ([name, types]) =>
      name !== member &&
      (isScalar(types) || takes.includes(name)) &&
      // Null where it is not asked for.
      !takes.includes(`include_${name}`),
  )
  const lists = by.flatMap(([name]) =>
    capability.types[`${name}s`]?.includes("array") ? [[name, `${name}s`] as const] : [],
  )
  const thing = {
    noun,
    tool: id,
    by: by.map(([name]) => name),
    ...(lists.length > 0 && { lists: Object.fromEntries(lists) }),
    path: `${listing.path}[*].${member}`,
    ...(page !== undefined && { input: { first: page } }),
  }
  // What narrows the list down is an input.
  const types = by.map(([name, own]) => [name, takes.includes(name) ? capability.types[name] : own])
  return { thing, types: Object.fromEntries(types) }
}

/** Whether what is known of an item can be held against it. */
function isScalar(types: readonly string[]): boolean {
  return types.length > 0 && !types.includes("object") && !types.includes("array")
}
