import { bindTo, bindTree, lazyMember } from "../capability/index.js"
import { throwingChain } from "../chain/index.js"
import { throwingStep } from "../step/index.js"
import { type ClientFactory, clientOf, type Dependencies } from "./dependencies.js"

/** The options of a tree: those of a client, or the client, and whether calls throw. */
interface Dependent extends Dependencies {
  readonly throws?: boolean
}

/** A tree of capabilities that is bound to the client of options. */
export function treeFor<Tree extends object>(
  tree: Tree,
  options: Dependent,
  create: ClientFactory["create"],
): object {
  if (Object(options).throws === undefined) return bindTree(tree, clientOf(options, create))
  const { throws, ...others } = options
  if (typeof throws !== "boolean") throw new TypeError("`throws` takes true or false")
  const bound = bindTree(tree, clientOf(others, create))
  return throws ? throwingTree(bound, { chain: throwingChain }) : bound
}

/** Namespaces and capabilities, whose calls throw. */
function throwingTree(tree: object, own: object = {}): object {
  for (const name of Object.keys(tree))
    lazyMember(own, name, () => throwing(Reflect.get(tree, name)))
  return own
}

function throwing(value: unknown): unknown {
  if (isCallable(value)) return throwingFunction(value)
  return typeof value === "object" && value !== null ? throwingTree(value) : value
}

type Callable = (...given: unknown[]) => unknown

function isCallable(value: unknown): value is Callable {
  return typeof value === "function"
}

/** A capability, or a function that makes one of a document. */
function throwingFunction(inner: Callable): Callable {
  const call = (...given: unknown[]) => {
    const made = inner(...given)
    return throwingStep(made) ?? throwing(made)
  }
  for (const name of Reflect.ownKeys(inner)) {
    if (name === "length" || name === "name" || name === "prototype") continue
    const member: unknown = Reflect.get(inner, name)
    const returns = name === "all" || name === bindTo
    const value = returns && isCallable(member) ? throwingMember(member, name === bindTo) : member
    Object.defineProperty(call, name, {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    })
  }
  return call
}

function throwingMember(member: Callable, binds: boolean): Callable {
  return binds ? (client) => throwing(member(client)) : throwingFunction(member)
}
