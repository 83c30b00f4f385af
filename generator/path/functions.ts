/** The functions of path expressions: JMESPath's, and three for GitHub's data. */

import type { PathNode } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import {
  alternatives,
  arrayOf,
  BOOLEAN,
  describe,
  INTEGER,
  NULL,
  NUMBER,
  present,
  type Shape,
  STRING,
  unionOf,
} from "../shape/index.js"
import { type Call, requireCount, requireKind, requireListOf } from "./arguments.js"
import { call, helper, lambda, literalOf, method, operation, property, reference } from "./build.js"
import { PathError } from "./error.js"
import type { Expression } from "./expression.js"
import { normalize } from "./normalize.js"
import { notNull } from "./not-null.js"
import {
  type Compile,
  callOf,
  caseFunction,
  helperOf,
  itemsOf,
  listFunction,
  methodOf,
  plainFunction,
} from "./plain-functions.js"
import { callbackScope, type Value } from "./value.js"

const contains: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "contains", nodes, compiler }, 2)
  const [subject, search] = nodes.map((node) => compiler.value(node, scope))
  if (subject === undefined || search === undefined)
    throw new PathError(aboutPath.argumentCount("contains", 2, nodes.length))
  requireKind({ name: "contains", nodes, compiler }, 0, subject, ["string", "array"])
  requireKind({ name: "contains", nodes, compiler }, 1, search, ["string", "number", "boolean"])
  const isText = alternatives(subject.shape).every((member) => member.kind === "string")
  if (isText) requireKind({ name: "contains", nodes, compiler }, 1, search, ["string"])
  const items = itemsOf(subject.shape)
  // TypeScript's `includes` requires an argument of the items' type.
  const isPlain = alternatives(items).every((item) => item.kind === "string" && !item.values)
  const includes = isText || (isPlain && search.shape.kind === "string")
  const expression = includes
    ? method(subject.expression, "includes", [search.expression], false)
    : helper("contains", subject.expression, search.expression)
  return { expression, shape: BOOLEAN }
}

/** `sort_by(list, &key)` and `map(&value, list)`: the expression is applied to each item. */
function expressionOf(name: string, node: PathNode | undefined): PathNode {
  if (node?.type === "ExpressionReference") return node.child
  throw new PathError(aboutPath.needsExpression(name))
}

function itemOf(call: Call, list: Value): Shape {
  requireKind(call, 0, list, ["array"])
  return itemsOf(list.shape)
}

const map: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "map", nodes, compiler }, 2)
  const list = compiler.value(nodes[1] ?? { type: "Current" }, scope)
  requireKind({ name: "map", nodes, compiler }, 1, list, ["array"])
  const { name, inner } = callbackScope(list.hint, scope)
  const current: Value = { expression: reference(name), shape: itemsOf(list.shape) }
  const item = compiler.value(expressionOf("map", nodes[0]), { ...inner, current })
  const { expression, shape } = normalize(item, scope)
  return {
    expression: method(list.expression, "map", [lambda(name, expression)], false),
    shape: arrayOf(shape),
    ...(list.hint === undefined ? {} : { hint: list.hint }),
  }
}

const sortBy: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "sort_by", nodes, compiler }, 2)
  const list = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  const item = itemOf({ name: "sort_by", nodes, compiler }, list)
  const { name, inner } = callbackScope(list.hint, scope)
  const current: Value = { expression: reference(name), shape: item }
  const key = compiler.value(expressionOf("sort_by", nodes[1]), { ...inner, current })
  if (key.shape.kind !== "string" && key.shape.kind !== "number") {
    const found = describe(key.shape)
    const { kind } = present(key.shape)
    const fallback = kind === "string" ? "''" : kind === "number" ? "`0`" : undefined
    const [items, by] = [nodes[0], expressionOf("sort_by", nodes[1])].map(
      (node) => node && compiler.text(node),
    )
    const help = fallback && aboutPath.giveDefault(`sort_by(${items}, &(${by} || ${fallback}))`)
    throw new PathError(aboutPath.keyOfSort(found, help))
  }
  return {
    expression: helper("sortBy", list.expression, lambda(name, key.expression)),
    shape: arrayOf(item),
    ...(list.hint === undefined ? {} : { hint: list.hint }),
  }
}

const reverse: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "reverse", nodes, compiler }, 1)
  const list = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  const item = itemOf({ name: "reverse", nodes, compiler }, list)
  return { expression: method(list.expression, "toReversed", [], false), shape: arrayOf(item) }
}

const length: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "length", nodes, compiler }, 1)
  const subject = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  requireKind({ name: "length", nodes, compiler }, 0, subject, ["string", "array", "bytes"])
  if (subject.shape.kind === "array" || subject.shape.kind === "bytes") {
    return { expression: property(subject.expression, "length", false), shape: INTEGER }
  }
  requireKind({ name: "length", nodes, compiler }, 0, subject, ["string"])
  return { expression: helper("characters", subject.expression), shape: INTEGER }
}

const keys: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "keys", nodes, compiler }, 1)
  const object = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  requireKind({ name: "keys", nodes, compiler }, 0, object, ["object"])
  return { expression: call("Object.keys", object.expression), shape: arrayOf(STRING) }
}

/** `[name, value]` for each property of a map. */
const items: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "items", nodes, compiler }, 1)
  const map = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  requireKind({ name: "items", nodes, compiler }, 0, map, ["object"])
  const objects = alternatives(map.shape).flatMap((one) => (one.kind === "object" ? [one] : []))
  const values = objects.flatMap(({ rest }) => rest ?? [])
  if (values.length === 0 || objects.some(({ fields }) => Object.keys(fields).length > 0))
    throw new PathError(aboutPath.needsMap("items", describe(map.shape)))
  const each = [STRING, unionOf(...values)]
  const pair: Shape = { kind: "array", items: unionOf(...each), each, isTuple: true }
  return { expression: call("Object.entries", map.expression), shape: arrayOf(pair), hint: "items" }
}

/** A map of pairs `[name, value]`. */
const fromItems: Compile = (nodes, scope, compiler) => {
  requireCount({ name: "from_items", nodes, compiler }, 1)
  const list = compiler.value(nodes[0] ?? { type: "Current" }, scope)
  requireKind({ name: "from_items", nodes, compiler }, 0, list, ["array"])
  const pair = itemsOf(list.shape)
  const [name, value, ...others] = pair.kind === "array" ? (pair.each ?? []) : []
  const isPair = name?.kind === "string" && value !== undefined && others.length === 0
  if (!isPair) throw new PathError(aboutPath.needsPairs(describe(list.shape)))
  const shape: Shape = { kind: "object", fields: {}, rest: value }
  return { expression: helper("fromItems", list.expression), shape }
}

const maximum = (name: "max" | "min"): Compile =>
  listFunction(
    name,
    "number",
    (items) => unionOf(numberAmong(items), NULL),
    (list) => helper(name === "max" ? "largest" : "smallest", list),
  )

/** The type of a sum or a choice of numbers: an integer if all are integers. */
const numberAmong = (items: Shape): Shape =>
  alternatives(items).every((one) => one.kind === "number" && one.integer) ? INTEGER : NUMBER

const sameNumber = ([one]: readonly Value[]): Shape => (one ? numberAmong(one.shape) : NUMBER)

/** `(sum, one) => sum + one` */
const ADDING: Expression = {
  kind: "function",
  parameters: ["sum", "one"],
  body: operation(reference("sum"), "+", reference("one")),
}

/**
 * Encrypts a string so that only the owner of a public key can read it. Allowed in bodies only, because its library is
 * loaded for these.
 */
const seal: Compile = (nodes, scope, compiler) => {
  if (!scope.seals) throw new PathError(aboutPath.sealsBodiesOnly())
  return plainFunction(
    "seal",
    [["string"], ["string"]],
    STRING,
    helperOf("seal"),
  )(nodes, scope, compiler)
}

/** Name → compiler of the call. */
export const functions: Readonly<Record<string, Compile>> = {
  abs: plainFunction("abs", [["number"]], sameNumber, callOf("Math.abs")),
  base64: plainFunction("base64", [["string", "bytes"]], STRING, helperOf("base64")),
  ceil: plainFunction("ceil", [["number"]], INTEGER, callOf("Math.ceil")),
  contains,
  ends_with: plainFunction("ends_with", [["string"], ["string"]], BOOLEAN, methodOf("endsWith")),
  floor: plainFunction("floor", [["number"]], INTEGER, callOf("Math.floor")),
  from_items: fromItems,
  from_base64: plainFunction("from_base64", [["string"]], STRING, helperOf("fromBase64")),
  items,
  join: (nodes, scope, compiler) => {
    requireCount({ name: "join", nodes, compiler }, 2)
    const [glue, list] = nodes.map((node) => compiler.value(node, scope))
    if (glue === undefined || list === undefined)
      throw new PathError(aboutPath.argumentCount("join", 2, nodes.length))
    requireKind({ name: "join", nodes, compiler }, 0, glue, ["string"])
    requireListOf({ name: "join", nodes, compiler }, 1, list, "string")
    return { expression: method(list.expression, "join", [glue.expression], false), shape: STRING }
  },
  keys,
  length,
  lower: caseFunction("lower", "toLowerCase", "lowerCase", (text) => text.toLowerCase()),
  map,
  max: maximum("max"),
  min: maximum("min"),
  not_null: notNull,
  reverse,
  seal,
  sort: listFunction("sort", "string", arrayOf(STRING), (list) =>
    helper("sortBy", list, lambda("text", reference("text"))),
  ),
  sort_by: sortBy,
  split: plainFunction("split", [["string"], ["string"]], arrayOf(STRING), (glue, text) =>
    methodOf("split")(glue, ...(text === undefined ? [] : [text])),
  ),
  starts_with: plainFunction(
    "starts_with",
    [["string"], ["string"]],
    BOOLEAN,
    methodOf("startsWith"),
  ),
  sum: listFunction("sum", "number", numberAmong, (list) =>
    method(list, "reduce", [ADDING, literalOf(0)], false),
  ),
  tail: plainFunction("tail", [["string"], ["number"]], STRING, helperOf("tail")),
  to_number: (nodes, scope, compiler) => {
    requireCount({ name: "to_number", nodes, compiler }, 1)
    const subject = compiler.value(nodes[0] ?? { type: "Current" }, scope)
    if (subject.shape.kind === "number") return subject
    requireKind({ name: "to_number", nodes, compiler }, 0, subject, ["string", "number"])
    return { expression: helper("toNumber", subject.expression), shape: unionOf(NUMBER, NULL) }
  },
  to_string: (nodes, scope, compiler) => {
    requireCount({ name: "to_string", nodes, compiler }, 1)
    const subject = compiler.value(nodes[0] ?? { type: "Current" }, scope)
    if (subject.shape.kind === "string") return subject
    requireKind({ name: "to_string", nodes, compiler }, 0, subject, [
      "string",
      "number",
      "boolean",
      "null",
      "absent",
    ])
    return { expression: helper("toText", subject.expression), shape: STRING }
  },
  trim: plainFunction("trim", [["string"]], STRING, methodOf("trim")),
  upper: caseFunction("upper", "toUpperCase", "upperCase", (text) => text.toUpperCase()),
}

/** Whether path expressions have a function of the name. */
export function isFunction(name: string): boolean {
  return Object.hasOwn(functions, name)
}
