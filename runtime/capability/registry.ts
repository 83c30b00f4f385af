import type { CapabilityDefinition, Page } from "../definition/index.js"
import { capabilityOf, listCapabilityOf, source } from "./capability.js"
import { lazyMember } from "./lazy-member.js"
import { laterSource, type Source } from "./load.js"

/** A capability by its id: what can be said of it at once, and where the rest is. */
export type RegistryEntry = SingleEntry | ListEntry

type Definition = Omit<CapabilityDefinition<string>, "id">

interface SingleEntry extends Definition {
  readonly list?: undefined
  load(): Promise<{ readonly [source]: Source<string, unknown> }>
}

/** Of one whose result comes in pages. */
interface ListEntry extends Definition {
  readonly list: true
  load(): Promise<{ readonly [source]: Source<string, Page<unknown>> }>
}

/** Every capability, each in a module of its own that is loaded when it is first needed. */
export type Registry = Readonly<Record<string, RegistryEntry>>

/** The tree of every capability in a registry; namespaces are made when somebody first asks for them. */
export function treeOf<Tree extends object>(registry: Registry): Tree
export function treeOf(registry: Registry): object {
  return namespaceOf(registry, Object.keys(registry), 0)
}

/** @param depth - how many parts of an id lead to the namespace */
function namespaceOf(registry: Registry, ids: readonly string[], depth: number): object {
  const members = new Map<string, string[]>()
  for (const id of ids) {
    const name = id.split(".")[depth] ?? ""
    const within = members.get(name)
    if (within) within.push(id)
    else members.set(name, [id])
  }
  const namespace = {}
  // As the names of a module are.
  for (const name of [...members.keys()].sort()) {
    const within = members.get(name) ?? []
    lazyMember(namespace, name, () => {
      const [id = ""] = within
      const isLeaf = id.split(".").length === depth + 1
      return isLeaf ? capabilityIn(registry, id) : namespaceOf(registry, within, depth + 1)
    })
  }
  return namespace
}

function capabilityIn(registry: Registry, id: string): unknown {
  const entry = registry[id]
  if (entry?.list)
    return listCapabilityOf(later(id, entry, async () => (await entry.load())[source]))
  return entry && capabilityOf(sourceIn(id, entry))
}

/** How a capability's parts are loaded. */
export function sourceIn(id: string, entry: RegistryEntry): Source<string, unknown> {
  return later(id, entry, async () => (await entry.load())[source])
}

function later<Output>(
  id: string,
  { version, effect, idempotent, routes }: Definition,
  find: () => Promise<Source<string, Output>>,
): Source<string, Output> {
  return laterSource({ id, version, effect, idempotent, routes }, find)
}
