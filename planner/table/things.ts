import type { JsonType } from "../../runtime/definition/index.js"
import type { Thing } from "../index.js"
import type { Listing, PlannedCapability } from "./capability.js"
import { singular } from "./singular.js"

/** How to find the thing that an input names. */
export interface ListedThing {
  readonly thing: Thing
  /** The types of its search keys. */
  readonly types: Readonly<Record<string, readonly JsonType[]>>
}

/** The things that plans can find. */
interface FindableThings {
  /** Inputs that locate a call, and come with any request. */
  readonly context: readonly string[]
  /** Things by name, usually that of the input. */
  readonly things: ReadonlyMap<string, ListedThing>
  /** The name of the thing that an input of a capability takes; undefined if nothing lists it. */
  nameOf(id: string, input: string): string | undefined
}

export function thingsIn(all: readonly PlannedCapability[]): FindableThings {
  const views = new Map(all.filter(({ id }) => id.endsWith(".view")).map((one) => [one.id, one]))
  const ways = all.flatMap((capability) =>
    capability.listings.flatMap((listing) => {
      const nouns = [listing.noun, ...nounsOfView(capability, listing, views)]
      return nouns.flatMap((noun) => listedValues(noun, capability, listing))
    }),
  )
  const byName = new Map<string, ListedValue[]>()
  for (const way of ways) {
    const same = byName.get(way.name)
    if (same) same.push(way)
    else byName.set(way.name, [way])
  }
  const takersOf = all.flatMap((taker) => {
    const domain = domainOf(taker)
    return inputsOf(taker).flatMap((input) => {
      const ways = (byName.get(input) ?? []).filter((way) => fits(taker, domain, way))
      return ways.length > 0 ? [{ taker, domain, input, ways }] : []
    })
  })
  const listed = new Set(takersOf.map(({ input }) => input))
  // Inputs that most listing capabilities need.
  const context = [...new Set(ways.flatMap(({ capability }) => capability.needs))].filter(
    (name) =>
      !listed.has(name) && all.filter(({ needs }) => needs.includes(name)).length * 2 > all.length,
  )
  // A list may need the repository and the parent of its items, but no input that only a person can provide.
  const isSound = ({ capability }: ListedValue) =>
    capability.needs.every((name) => listed.has(name) || context.includes(name))
  const takers = takersOf.flatMap(({ taker, domain, input, ways }) => {
    const isOwn = (way: ListedValue) => Number(way.domain === domain)
    const [best] = ways.filter(isSound).sort((a, b) => isOwn(b) - isOwn(a) || compareListed(a, b))
    return best === undefined ? [] : [{ id: taker.id, input, way: best }]
  })
  const names = namesOfListed(
    takers.map(({ way }) => way),
    all,
  )
  const things = [...names].map(([way, name]) => [name, thingOf(way)] as const)
  const taken = new Map(takers.map(({ id, input, way }) => [`${id} ${input}`, names.get(way)]))
  return {
    context,
    things: new Map(things.sort(([a], [b]) => (a < b ? -1 : 1))),
    nameOf: (id, input) => taken.get(`${id} ${input}`),
  }
}

/**
 * Names for ways to list things. The most common way, or that of the larger domain, gets the name of the input; the
 * others also name the list.
 */
function namesOfListed(
  taken: readonly ListedValue[],
  all: readonly PlannedCapability[],
): Map<ListedValue, string> {
  const sizes = new Map<string, number>()
  for (const domain of all.map(domainOf)) sizes.set(domain, (sizes.get(domain) ?? 0) + 1)
  const sizeOf = ({ domain }: ListedValue) => sizes.get(domain) ?? 0
  const uses = new Map<ListedValue, number>()
  for (const way of taken) uses.set(way, (uses.get(way) ?? 0) + 1)
  const names = new Map<ListedValue, string>()
  const given = new Set<string>()
  const byUse = [...uses].sort(
    ([a, m], [b, n]) => n - m || sizeOf(b) - sizeOf(a) || compareListed(a, b),
  )
  for (const [way] of byUse) {
    names.set(way, given.has(way.name) ? `${way.name} of ${way.capability.id}` : way.name)
    given.add(way.name)
  }
  return names
}

/** A list that contains an input's values. */
interface ListedValue {
  readonly name: string
  readonly noun: string
  readonly member: string
  readonly capability: PlannedCapability
  readonly domain: string
  readonly listing: Listing
}

/**
 * The inputs that may name an item of a listing. Their names are a noun of the item and a member (`thread_id` for
 * `id`), or the member itself (`run_id`). A member with another noun, such as the `workflow_id` of a run, does not
 * make the run a workflow.
 */
function listedValues(
  noun: string,
  capability: PlannedCapability,
  listing: Listing,
): ListedValue[] {
  return Object.keys(listing.members).flatMap((member) => {
    const names = [`${noun}_${member}`, ...(member.startsWith(`${noun}_`) ? [member] : [])]
    return names
      .filter((name) => !capability.needs.includes(name))
      .map((name) => ({ name, noun, member, capability, domain: domainOf(capability), listing }))
  })
}

/**
 * Whether an input accepts a list's values, by kind and not only by name: the thread of a notification is not a
 * review thread. Node ids are compared by type. Other values belong to their domain, except names of a domain
 * (`issue.list`), which are the same everywhere.
 */
function fits(taker: PlannedCapability, domain: string, way: ListedValue): boolean {
  const { name, member, capability, listing } = way
  const types = listing.members[member] ?? []
  if (!types.every((type) => taker.types[name]?.includes(type))) return false
  const [wanted, given] = [taker.nodes[name], listing.nodes[member]]
  if (wanted !== undefined || given !== undefined) {
    return given?.every((one) => wanted?.includes(one)) ?? false
  }
  return domain === way.domain || capability.id.split(".").length === 2
}

const domainOf = ({ id }: PlannedCapability) => id.split(".", 1)[0] ?? ""

function inputsOf({ needs, takes }: PlannedCapability): readonly string[] {
  return [...needs, ...takes]
}

/** `pr.view` takes a `pull_number` besides the inputs of `pr.list`, so the list's items are called pulls. */
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

/** Prefers lists to nested lists of a view, then fewer inputs, then the order of ids. */
function compareListed(a: ListedValue, b: ListedValue): number {
  return (
    Number(b.capability.page !== undefined) - Number(a.capability.page !== undefined) ||
    a.capability.needs.length - b.capability.needs.length ||
    Number(a.capability.id > b.capability.id) - Number(a.capability.id < b.capability.id)
  )
}

function thingOf({ noun, member, capability, listing }: ListedValue): ListedThing {
  const { id, takes, page } = capability
  const by = Object.entries(listing.members).filter(
    ([name, types]) =>
      name !== member &&
      (isScalar(types) || takes.includes(name)) &&
      // The member is null unless requested.
      !takes.includes(`include_${name}`),
  )
  const lists = by.flatMap(([name]) =>
    capability.types[`${name}s`]?.includes("array") ? [[name, `${name}s`] as const] : [],
  )
  // A filter of the list is an input, whose values the capability itself accepts.
  const accepts = by.flatMap(([name]) => {
    const values = takes.includes(name) ? undefined : listing.accepts[name]?.enum
    return values ? [[name, values] as const] : []
  })
  const words = wordsFor(capability, listing).filter((word) => word !== noun)
  const thing = {
    noun,
    ...(words.length > 0 && { words }),
    tool: id,
    by: by.map(([name]) => name),
    ...(lists.length > 0 && { lists: Object.fromEntries(lists) }),
    ...(accepts.length > 0 && { accepts: Object.fromEntries(accepts) }),
    path: `${listing.path}[*].${member}`,
    ...(page !== undefined && { input: { first: page } }),
  }
  const types = by.map(([name, own]) => [name, takes.includes(name) ? capability.types[name] : own])
  return { thing, types: Object.fromEntries(types) }
}

/** The nouns for an item: from the id of its list, and from its GraphQL type, `pull request`. */
function wordsFor({ id }: PlannedCapability, { nodes }: Listing): string[] {
  const types = (nodes.id ?? []).flatMap((type) => type.match(/[A-Z][a-z]+/g) ?? [])
  const names = id.split(".").slice(0, -1)
  return [...new Set([...names, ...types].map((word) => singular(word.toLowerCase())))].sort()
}

/** Whether a known value can be compared. */
function isScalar(types: readonly string[]): boolean {
  return types.length > 0 && !types.includes("object") && !types.includes("array")
}
