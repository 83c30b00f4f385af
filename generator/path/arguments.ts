/** Checks the types of function arguments, and suggests how to fix arguments that do not fit. */

import type { PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { alternatives, describe, isNullish, present, type Shape } from "../shape/index.js"
import { type CallCompiler, PathError } from "./compiler.js"
import type { Value } from "./value.js"

export interface Call {
  readonly name: string
  readonly nodes: readonly PathNode[]
  readonly compiler: CallCompiler
}

export function requireCount({ name, nodes }: Call, count: number): void {
  if (nodes.length === count) return
  throw new PathError(aboutPath.argumentCount(name, count, nodes.length))
}

/** The accepted kinds of an argument, or a list of strings or numbers. */
export type Accepted = readonly Shape["kind"][] | { readonly listOf: "string" | "number" }

export function requireKind(call: Call, index: number, arg: Value, accepted: Accepted): void {
  const isTaken = (shape: Shape) => alternatives(shape).every((one) => accepts(accepted, one))
  if (isTaken(arg.shape)) return
  const isOnlyNull = isNullish(arg.shape) && isTaken(present(arg.shape))
  const help = isOnlyNull ? againstNull(call, index, arg.shape) : undefined
  const found = describe(arg.shape)
  if ("listOf" in accepted)
    throw new PathError(aboutPath.listOf(call.name, accepted.listOf, found, help))
  const expected = accepted.map((kind) => (kind === "array" ? "list" : kind)).join(" or ")
  throw new PathError(aboutPath.argumentKind(index, call.name, expected, found, help))
}

function accepts(accepted: Accepted, one: Shape): boolean {
  if (!("listOf" in accepted)) return accepted.includes(one.kind)
  return (
    one.kind === "array" && alternatives(one.items).every(({ kind }) => kind === accepted.listOf)
  )
}

const EMPTY: Partial<Record<Shape["kind"], string>> = {
  array: "`[]`",
  object: "`{}`",
  number: "`0`",
  string: "''",
}

/**
 * Suggests how to handle null. A value that can be read twice is first checked for presence, unless the call follows
 * a dot, where no condition is possible. Any other value gets a default.
 */
function againstNull(call: Call, index: number, shape: Shape): string | undefined {
  const node = call.nodes[index]
  if (node === undefined) return undefined
  const text = call.compiler.text(node)
  const kinds = alternatives(present(shape)).map((one) => one.kind)
  if (!kinds.includes("array") && isPath(node) && !call.compiler.isAfterDot())
    return aboutPath.guardIt(`${text} && ${written(call)}`, inputOf(call, node))
  const [kind] = kinds
  const empty = kind && kinds.every((one) => one === kind) ? EMPTY[kind] : undefined
  const nested = call.nodes.map((one) => call.compiler.text(one))
  nested[index] = `(${text} || ${empty})`
  return empty && aboutPath.giveDefault(`${call.name}(${nested.join(", ")})`)
}

/** The name of the input that a part of a request reads, if it is one. */
function inputOf({ compiler }: Call, node: PathNode): string | undefined {
  return compiler.isOfInput && node.type === "Field" ? node.name : undefined
}

function written({ name, nodes, compiler }: Call): string {
  return `${name}(${nodes.map((one) => compiler.text(one)).join(", ")})`
}

/** Whether the expression is a path of fields, so that a condition can narrow it. */
function isPath(node: PathNode): boolean {
  if (node.type === "Field" || node.type === "Current" || node.type === "Variable") return true
  return node.type === "Subexpression" && node.right.type === "Field" && isPath(node.left)
}
