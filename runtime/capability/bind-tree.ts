import { type Client, checkClient } from "../client/index.js"
import { bindTo } from "./capability.js"
import { lazyMember } from "./lazy-member.js"

/**
 * Binds the given capabilities to a client, where `createGhx` binds the whole catalogue.
 *
 * @param tree - capabilities and namespaces by any names
 *
 * @example import { bindTree, createClient } from "ghx" import { view } from "ghx/issue"
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
