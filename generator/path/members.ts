/** Distinguishes the members of a union by a field that only some of them have. */

import type { PathNode } from "../jmespath/index.js"
import { alternatives, isNullish, present, type Shape, unionOf } from "../shape/index.js"
import { NULL_VALUE, operation } from "./build.js"
import { type Compiler, narrowedValue } from "./compiler.js"
import { type Expression, isChain, keyOf } from "./expression.js"
import { eitherOf, factsOfNarrowing, truth, withFacts } from "./facts.js"
import {
  type Fact,
  hasPlainTruth,
  isJoined,
  nullishPart,
  type Scope,
  type Test,
  type Value,
} from "./value.js"

/**
 * `"oid" in object && object.oid`, which narrows in TypeScript too; undefined unless only some members of a
 * union have the field.
 */
export function memberTest(compiler: Compiler, node: PathNode, scope: Scope): Test | undefined {
  const isPath = node.type === "Subexpression" && node.right.type === "Field"
  // `subject.title`, if only some members have a subject, and only some of these have a title.
  const before = isPath ? memberTest(compiler, node.left, scope) : undefined
  const inner = before === undefined ? scope : withFacts(scope, before.whenTrue)
  const owner = ownerOf(compiler, node, inner)
  const split = owner && splitBy(owner.object, owner.name)
  if (owner === undefined || split === undefined) {
    return before && allOf([before, truth(compiler.value(node, inner))])
  }
  const { object, name } = owner
  const there = factsOfNarrowing(object, present)
  const facts: Fact[] = [...there, { key: split.key, shape: split.holders }]
  const field = truth(compiler.value(node, withFacts(inner, facts)))
  const refound = ownerOf(compiler, node, withFacts(inner, there))?.object ?? object
  const { key, holders, others } = split
  const missing = [{ key, shape: nullishPart(object.shape) }]
  const test = allOf([
    ...(before === undefined ? [] : [before]),
    ...(isNullish(object.shape)
      ? [{ expression: presenceTest(object), whenTrue: there, whenFalse: missing }]
      : []),
    {
      expression: hasField(refound, name),
      whenTrue: [{ key, shape: holders }],
      whenFalse: [{ key, shape: others }],
    },
    field,
  ])
  // TypeScript does not narrow an optional chain if the test fails.
  const isOptional = isChain(object.expression)
  return test && isOptional ? { ...test, whenFalse: [] } : test
}

/** All tests, each compiled with the facts of those before it; undefined if one never holds. */
function allOf(tests: readonly Test[]): Test | undefined {
  if (tests.some(({ constant }) => constant === false)) return undefined
  const [first, ...rest] = tests.filter(({ constant }) => constant === undefined)
  return (
    first &&
    rest.reduce(
      (all, one) => ({
        expression: operation(all.expression, "&&", one.expression),
        whenTrue: [...all.whenTrue, ...one.whenTrue],
        whenFalse: eitherOf(all.whenFalse, [...all.whenTrue, ...one.whenFalse]),
      }),
      first,
    )
  )
}

function ownerOf(
  compiler: Compiler,
  node: PathNode,
  scope: Scope,
): { object: Value; name: string } | undefined {
  if (node.type === "Field") return { object: narrowedValue(scope.current, scope), name: node.name }
  if (node.type !== "Subexpression" || node.right.type !== "Field") return undefined
  return { object: compiler.value(node.left, scope), name: node.right.name }
}

/** The members of a union with and without a field, if TypeScript can distinguish them. */
export function splitBy(
  object: Value,
  name: string,
): { key: string; holders: Shape; others: Shape } | undefined {
  const key = keyOf(object.expression)
  const members = alternatives(present(object.shape))
  const objects = members.filter((one) => one.kind === "object")
  const holders = objects.filter((one) => Object.hasOwn(one.fields, name))
  if (key === undefined || holders.length === 0 || holders.length === members.length)
    return undefined
  // Every object has a `constructor`, and an object with arbitrary properties may have any field.
  if (name in Object.prototype || objects.some((one) => one.rest !== undefined)) return undefined
  if (objects.length < members.length || isJoined(object.shape)) return undefined
  const others = objects.filter((one) => !holders.includes(one))
  return { key, holders: unionOf(...holders), others: unionOf(...others) }
}

/** `"name" in object` */
export function hasField(object: Value, name: string): Expression {
  return { kind: "has", of: object.expression, name }
}

function presenceTest(object: Value): Expression {
  if (hasPlainTruth(object.shape)) return object.expression
  return operation(object.expression, "!=", NULL_VALUE)
}
