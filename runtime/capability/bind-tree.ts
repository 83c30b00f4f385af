import { type Client, checkClient } from "../client/index.js"
import { bindTo } from "./capability.js"

/**
 * Binds the given capabilities to a client, where `createGhx` binds the whole catalogue.
 *
 * @param tree - capabilities and namespaces by any names
 *
 * @example
 * import { bindTree, createClient } from "ghx"
 * import { view } from "ghx/issue"
 *
 * const issue = bindTree({ view }, createClient({ token: "…" }))
 */
export function bindTree<Tree extends object>(tree: Tree, client: Client): Tree
export function bindTree(tree: object, client: Client): object {
  checkClient(client)
  if (Object(tree) !== tree) throw new TypeError("bindTree takes an object of capabilities")
  const bound = {}
  for (const name of Object.keys(tree)) {
    lazyMember(bound, name, () => bind(Reflect.get(tree, name), client))
  }
  return bound
}

function bind(value: unknown, client: Client): unknown {
  if (isBindable(value)) return value[bindTo](() => client)
  const branch = typeof value === "object" && value !== null && !Array.isArray(value)
  return branch ? bindTree(value, client) : value
}

interface Bindable {
  [bindTo](client: () => Client): unknown
}

function isBindable(value: unknown): value is Bindable {
  return typeof value === "function" && bindTo in value
}

/**
 * Defines a member that is created on first access and is an ordinary property from then on: it can be
 * listed, spied on and replaced. On a frozen owner it stays an accessor that returns the same object.
 */
export function lazyMember(owner: object, name: string, make: () => unknown): void {
  const ordinary = { configurable: true, enumerable: true, writable: true }
  let made: { readonly value: unknown } | undefined
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get() {
      made ??= { value: make() }
      Reflect.defineProperty(owner, name, { ...ordinary, ...made })
      return made.value
    },
    // Assigning to an object that inherits from the tree creates an own member, as with ordinary members.
    set(value: unknown) {
      Object.defineProperty(this, name, { ...ordinary, value })
    },
  })
}
