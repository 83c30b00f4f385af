import type { Client } from "../client/index.js"
import { bindTo } from "./capability.js"

/** The same tree of capabilities, every one of them bound to `client`. */
export function bindTree<Tree extends object>(tree: Tree, client: Client): Tree {
  const bound = Object.entries(tree).map(([name, value]) => [name, bind(value, client)])
  return Object.fromEntries(bound) as Tree
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
