import type { Client } from "../client/index.js"
import type { CapabilityDefinition, ContractFile, Page } from "../definition/index.js"
import {
  capabilityOf,
  laterSource,
  lazyMember,
  listCapabilityOf,
  type Source,
  source,
} from "./capability.js"

/** Facts that several capabilities share, and the ids of these capabilities. */
interface Definitions extends RegistryEntry {
  readonly ids: string
}

/** The facts about a capability that are available without loading it, except its id. */
interface RegistryEntry extends Omit<CapabilityDefinition<string>, "id"> {
  /** Whether its result comes in pages. */
  readonly list?: true
}

/** Loaders by capability id: its module, and its contract. */
export type Loaders = Readonly<Record<string, Loader>>

interface Loader {
  /** The module of the capability, which exports nothing else. */
  capability(): Promise<Readonly<Record<string, Loaded>>>
  contract(): Promise<ContractFile>
}

/** A capability with any input and output. */
interface Loaded {
  /** @internal */
  readonly [source]: Source<string, unknown>
}

/** All capabilities: the facts that are available without loading, and the loaders. */
export interface Registry {
  /** The first segments of ids. */
  readonly domains: readonly string[]
  /** The capabilities of a domain by id; empty if there is no such domain. */
  within(domain: string): ReadonlyMap<string, RegistryEntry>
  source(id: string): Source<string, unknown>
  /** The facts of its capabilities, and of those that were added. A combined registry has none. */
  readonly definitions?: Definitions[]
  /** Catalogue entries from later registrations. */
  readonly added?: () => Promise<object>
}

/**
 * @param definitions - the contents of `generated/definitions.json`
 * @param domains - loaders by domain (`issue`): with a thousand capabilities, reading all names is much
 *   work for one call
 */
export function registryOf(
  definitions: unknown,
  domains: Readonly<Record<string, () => Promise<{ readonly loaders: Loaders }>>>,
): Registry {
  if (!areDefinitions(definitions))
    throw new TypeError("The generated definitions are damaged: reinstall ghx, or run ghx gen")
  const read = new Map<string, ReadonlyMap<string, RegistryEntry>>()
  const within = (domain: string) => {
    const known = read.get(domain) ?? byId(definitions, domain)
    // A caller may ask for any number of domains that do not exist.
    if (known.size > 0) read.set(domain, known)
    return known
  }
  const find = async (id: string) => {
    const found = (await domains[domainOf(id)]?.())?.loaders[id]
    if (!found) throw new Error(`There is no module for ${id}`)
    return found
  }
  const load = async (id: string) => {
    const [capability] = Object.values(await (await find(id)).capability())
    if (!capability) throw new Error(`The module of ${id} is empty`)
    return capability[source]
  }
  const sources = new Map<string, Source<string, unknown>>()
  return {
    definitions,
    domains: Object.keys(domains),
    within,
    source(id) {
      const before = sources.get(id)
      if (before) return before
      const known = within(domainOf(id)).get(id)
      if (!known) throw new Error(`There is no capability ${id}`)
      const { version, effect, idempotent, routes } = known
      const made = laterSource(
        { id, version, effect, idempotent, routes },
        {
          contract: async () => (await find(id)).contract(),
          capability: () => load(id),
        },
      )
      sources.set(id, made)
      return made
    },
  }
}

/** An id omits the segments that it begins with as the one before it does: `..unmark` after `discussion.answer.mark`. */
export function wholeIds(ids: string): string[] {
  let last = ""
  return ids.split(" ").map((id) => {
    let [at, omitted] = [0, 0]
    for (; id[omitted] === "."; omitted += 1) at = last.indexOf(".", at) + 1
    last = last.slice(0, at) + id.slice(omitted)
    return last
  })
}

/** The compiler wrote the file, and has checked it against the cards. */
function areDefinitions(file: unknown): file is Definitions[] {
  return Array.isArray(file)
}

/** One domain at a time: reading a thousand ids takes longer than importing what a call needs. */
function byId(
  definitions: readonly Definitions[],
  domain: string,
): ReadonlyMap<string, RegistryEntry> {
  return new Map(
    definitions.flatMap(({ ids, ...known }) =>
      idsIn(ids, domain).map((id) => [id, known] as const),
    ),
  )
}

function idsIn(ids: string, domain: string): string[] {
  const [, ...parts] = domain ? ` ${ids}`.split(` ${domain}.`) : []
  // The next domain begins with an id that omits nothing.
  return parts.flatMap((part) => wholeIds(`${domain}.${part.replace(/ (?!\.).*/, "")}`))
}

function domainOf(id: string): string {
  return id.split(".", 1)[0] ?? id
}

/** The registry's entry of every capability, by id, sorted within its domain. */
export function knownIn(registry: Registry): ReadonlyMap<string, RegistryEntry> {
  const inDomain = (domain: string) =>
    [...registry.within(domain)].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(registry.domains.flatMap(inDomain))
}

/** The registry's entry of a capability; undefined if there is none. */
export function knownOf(registry: Registry, id: string): RegistryEntry | undefined {
  return registry.within(domainOf(id)).get(id)
}

/**
 * The tree of all capabilities in a registry; namespaces are created on first access.
 *
 * @param client - of the capabilities, until they are bound to another
 * @param others - functions beside the namespaces, for operations without a capability
 */
export function treeOf<Tree extends object>(
  registry: Registry,
  client: () => Client,
  others?: object,
): Tree
export function treeOf(registry: Registry, client: () => Client, others: object = {}): object {
  const tree = { ...others }
  for (const domain of [...registry.domains].sort()) {
    lazyMember(tree, domain, () =>
      namespaceOf(registry, client, [...registry.within(domain).keys()], 1),
    )
  }
  return tree
}

/** @param depth - the number of segments of an id that lead to the namespace */
function namespaceOf(
  registry: Registry,
  client: () => Client,
  ids: readonly string[],
  depth: number,
): object {
  const members = new Map<string, string[]>()
  for (const id of ids) {
    const name = id.split(".")[depth] ?? ""
    const within = members.get(name)
    if (within) within.push(id)
    else members.set(name, [id])
  }
  const namespace = {}
  // Sorted like the names of an ES module.
  for (const name of [...members.keys()].sort()) {
    const within = members.get(name) ?? []
    lazyMember(namespace, name, () => {
      const [id = ""] = within
      const isLeaf = id.split(".").length === depth + 1
      return isLeaf
        ? capabilityIn(registry, client, id)
        : namespaceOf(registry, client, within, depth + 1)
    })
  }
  return namespace
}

function capabilityIn(registry: Registry, client: () => Client, id: string): unknown {
  const from = registry.source(id)
  return givesPages(from, knownOf(registry, id))
    ? listCapabilityOf(from, client)
    : capabilityOf(from, client)
}

function givesPages(
  _: Source<string, unknown>,
  known: RegistryEntry | undefined,
): _ is Source<string, Page<unknown>> {
  return known?.list === true
}
