/** Telling the members of a union apart by a field that only some of them have. */
import { alternatives, isNullish, NOTHING, present, type Shape, unionOf } from "../shape/shape.js"
import { stringLiteral } from "../text.js"
import type { PathNode } from "./ast.js"
import { binary, type Code, inside, Precedence, primary, short } from "./code.js"
import { type Compiler, known } from "./compiler.js"
import { truth } from "./conditions.js"
import { type Fact, knowing, learn } from "./facts.js"
import { isJoined } from "./joined.js"
import { hasPlainTruth, nullishPart, type Scope, type Test, type Value } from "./value.js"

/**
 * `"oid" in object && object.oid`, which tells TypeScript too which members the object can be; or
 * nothing, where the field is not one that only some members of a union have.
 */
export function memberTest(compiler: Compiler, node: PathNode, scope: Scope): Test | undefined {
  const owner = ownerOf(compiler, node, scope)
  if (owner === undefined) return undefined
  const { object, name } = owner
  const split = splitBy(object, name)
  if (split === undefined) return undefined
  const there = knowing(scope, learn(object, present))
  const parts: Code[] = isNullish(object.shape) ? [isThere(object)] : []
  parts.push(hasField(ownerOf(compiler, node, there)?.object ?? object, name))
  const facts: Fact[] = [...learn(object, present), { key: split.key, shape: split.holders }]
  const field = truth(compiler.value(node, knowing(scope, facts)))
  if (field.constant === false) return undefined
  if (field.constant === undefined) parts.push(field.code)
  const [first, ...rest] = parts
  const kept = field.whenFalse.findLast(({ key }) => key === split.key)?.shape ?? split.holders
  const left = field.constant === true ? NOTHING : kept
  if (first === undefined) return undefined
  return {
    code: rest.reduce((all, part) => binary(all, "&&", part, Precedence.and), first),
    whenTrue: [...facts, ...field.whenTrue],
    whenFalse: [{ key: split.key, shape: unionOf(nullishPart(object.shape), split.others, left) }],
  }
}

function ownerOf(
  compiler: Compiler,
  node: PathNode,
  scope: Scope,
): { object: Value; name: string } | undefined {
  if (node.type === "Field") return { object: known(scope.current, scope), name: node.name }
  if (node.type !== "Subexpression" || node.right.type !== "Field") return undefined
  return { object: compiler.value(node.left, scope), name: node.right.name }
}

/** The members of a union that have a field and those that do not, where TypeScript can tell them apart. */
export function splitBy(
  object: Value,
  name: string,
): { key: string; holders: Shape; others: Shape } | undefined {
  const { key } = object.code
  const members = alternatives(present(object.shape))
  const objects = members.filter((one) => one.kind === "object")
  const holders = objects.filter((one) => Object.hasOwn(one.fields, name))
  if (key === undefined || holders.length === 0 || holders.length === members.length)
    return undefined
  // Every object has a `constructor`, and one with further properties may have any.
  if (name in Object.prototype || objects.some((one) => one.rest !== undefined)) return undefined
  if (objects.length < members.length || isJoined(object.shape)) return undefined
  const others = objects.filter((one) => !holders.includes(one))
  return { key, holders: unionOf(...holders), others: unionOf(...others) }
}

/** `"name" in object` */
export function hasField(object: Value, name: string): Code {
  const doc = [stringLiteral(name), " in ", inside(object.code, Precedence.relation + 1)]
  return { ...primary(doc), precedence: Precedence.relation }
}

function isThere(object: Value): Code {
  if (hasPlainTruth(object.shape)) return object.code
  return binary(object.code, "!=", short("null"), Precedence.equality)
}
