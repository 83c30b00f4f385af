/** Prints expressions of plans as TypeScript, with parentheses where needed. */

import { build, type Expression, isReference, keyOf, reads } from "../path/index.js"
import { propertyAccess, propertyName, stringLiteral } from "../text/index.js"
import {
  braces,
  bracketed,
  type Doc,
  filled,
  group,
  hardline,
  importedName,
  indent,
  join,
  line,
  listDoc,
  literalDoc,
  objectDoc,
  print,
  separated,
  softline,
} from "./layout.js"
import { shapeMapping } from "./module.js"

export function printExpression(one: Expression): string {
  return print(expressionDoc(one)).trimEnd()
}

export function expressionDoc(one: Expression): Doc {
  switch (one.kind) {
    case "name":
      return one.name
    case "property":
      return [inside(one.of, Precedence.primary), accessOf(one)]
    case "literal":
      return one.exact ? [literalDoc(one.value), " as const"] : literalDoc(one.value)
    case "absent":
      return "undefined"
    case "helper":
      return callDoc(importedName({ name: one.name }), one.args)
    case "call":
      return callDoc(one.name, one.args)
    case "method":
      return chainDoc(one)
    case "operation":
      return operationDoc(one)
    case "not":
      return ["!", inside(one.of, Precedence.unary)]
    case "has":
      return [stringLiteral(one.name), " in ", inside(one.of, Precedence.relation + 1)]
    case "choice":
      return choiceDoc(one)
    case "function":
      return functionDoc(one)
    case "object":
      return objectDoc([
        ...(one.base ? [["...", inside(one.base, Precedence.primary)]] : []),
        ...memberRuns(one.members),
      ])
    case "shape":
      return callDoc(shapeMapping(one.shape, one.route), [one.of])
    case "list":
      return listDoc(one.items.map(expressionDoc), one.items.every(isWord))
  }
}

/** The members of an object. Adjacent members that are only names fill lines together. */
function memberRuns(members: Kind<"object">["members"]): Doc[] {
  const runs: Doc[][] = []
  for (const [index, member] of members.entries()) {
    const before = members[index - 1]
    const doc = memberDoc(member.name, member.value)
    if (before && isShorthand(before) && isShorthand(member)) runs.at(-1)?.push(doc)
    else runs.push([doc])
  }
  return runs.map((run) => (run.length === 1 ? run : filled(run)))
}

/** A member of an object literal. It uses the short form if the variable has the same name. */
function memberDoc(name: string, value: Expression): Doc {
  const key = propertyName(name)
  return isShorthand({ name, value }) ? key : [key, ": ", expressionDoc(asChoice(value))]
}

function isShorthand({ name, value }: { name: string; value: Expression }): boolean {
  return value.kind === "name" && value.name === propertyName(name)
}

/**
 * The expression as the body of an arrow function. An object literal is put in parentheses, so that it is not parsed
 * as a block.
 */
export function bodyDoc(one: Expression): Doc {
  const doc = expressionDoc(asChoice(one))
  return beginsWithBrace(one) ? ["(", doc, ")"] : doc
}

function accessOf({ name, optional }: Kind<"property">): string {
  const access = propertyAccess(name)
  if (!optional) return access
  return access.startsWith(".") ? `?${access}` : `?.${access}`
}

function callDoc(callee: Doc, args: readonly Expression[]): Doc {
  const docs = args.map(expressionDoc)
  const [only] = docs
  if (only === undefined) return [callee, "()"]
  const last = args.at(-1)
  // If the last argument is a function, or the only one is an object, it begins on the line of the call.
  const isHugged =
    (last?.kind === "function" && args.slice(0, -1).every((one) => isReference(one))) ||
    (docs.length === 1 && (last?.kind === "object" || last?.kind === "list"))
  if (isHugged) return [callee, "(", join(", ", docs), ")"]
  return [callee, bracketed("(", separated(docs), ")", ",")]
}

/** A chain of method calls: on one line if it fits, else one call per line. */
function chainDoc(one: Kind<"method">): Doc {
  const links: Doc[] = []
  let of: Expression = one
  while (of.kind === "method") {
    links.unshift(callDoc([of.optional ? "?." : ".", of.name], of.args))
    of = of.of
  }
  const base = inside(of, Precedence.primary)
  if (links.length < 2) return [base, ...links]
  return group([base, indent(links.map((link) => [softline, link]))])
}

/** An object or a short literal stays on the line of the operator; any other operand may go on the next line. */
function operationDoc(one: Kind<"operation">): Doc {
  const { operator, right } = one
  const [left, rightDoc] = [sideDoc(one, one.left, 0), sideDoc(one, right, 1)]
  if (right.kind === "object" || isShort(right)) return [left, ` ${operator} `, rightDoc]
  return group([left, ` ${operator}`, indent([line, rightDoc])])
}

/**
 * A left operand may be an operation of the same kind without parentheses; `??` is never mixed with `&&` and `||`.
 */
function sideDoc({ operator }: Kind<"operation">, side: Expression, tighter: 0 | 1): Doc {
  const precedence = precedenceOf(side)
  const isMixed = side.kind === "operation" && operator === "||" && side.operator === "&&"
  if (isMixed) return ["(", expressionDoc(side), ")"]
  if (operator !== "??") return inside(side, OPERATORS[operator] + tighter)
  return precedence === Precedence.coalesce
    ? expressionDoc(side)
    : inside(side, Precedence.equality)
}

function choiceDoc({ test, whenTrue, whenFalse }: Kind<"choice">): Doc {
  return group([
    inside(test, Precedence.coalesce),
    indent([
      line,
      ["? ", inside(whenTrue, Precedence.ternary)],
      line,
      [": ", inside(whenFalse, Precedence.ternary)],
    ]),
  ])
}

/** The used parameters, and those before them. */
function functionDoc({ parameters, body }: Kind<"function">): Doc {
  const [only, ...others] = parameters
  const isShapeMapping = body.kind === "shape" && body.of.kind === "name" && body.of.name === only
  if (isShapeMapping && others.length === 0) return shapeMapping(body.shape, body.route)
  const last = parameters.findLastIndex((name) => reads(body, name))
  const head = `(${parameters.slice(0, last + 1).join(", ")}) => `
  const cases = casesOf(body)
  if (cases) return [head, braces([switchDoc(cases)])]
  const made = body.kind === "choice" ? body.whenTrue : body
  return [head, bodyDoc(made.kind === "object" || made.kind === "list" ? exact(body) : body)]
}

/** TypeScript would infer `string` for literal texts in an argument of a generic function. */
function exact(one: Expression): Expression {
  if (one.kind === "object")
    return { ...one, members: one.members.map((of) => ({ ...of, value: exact(of.value) })) }
  if (one.kind === "list") return { ...one, items: one.items.map(exact) }
  if (one.kind === "choice")
    return { ...one, whenTrue: exact(one.whenTrue), whenFalse: exact(one.whenFalse) }
  return one.kind === "literal" && typeof one.value === "string" ? { ...one, exact: true } : one
}

/** The last statement of a function: a switch, if the result depends on one value. */
export function returnDoc(one: Expression): Doc {
  const cases = casesOf(one)
  return cases ? switchDoc(cases) : ["return ", expressionDoc(one)]
}

function switchDoc({ of, cases, otherwise }: Cases): Doc {
  const returned = (made: Expression) =>
    indent([hardline, "return ", expressionDoc(asChoice(made))])
  const all = [
    ...cases.map(({ when, made }) => [["case ", expressionDoc(when), ":"], returned(made)]),
    ["default:", returned(otherwise)],
  ]
  return ["switch (", expressionDoc(of), ") ", braces(all)]
}

/** The expression, in parentheses if it binds less tightly than its context requires. */
function inside(one: Expression, precedence: number): Doc {
  const doc = expressionDoc(one)
  return precedenceOf(one) >= precedence ? doc : ["(", doc, ")"]
}

/** Whether an expression is `null`, `[]` or another literal of a few characters. */
function isShort(one: Expression): boolean {
  if (one.kind === "list") return one.items.length === 0
  if (one.kind !== "literal") return one.kind === "absent"
  const { value } = one
  if (Array.isArray(value)) return value.length === 0
  return value === null || ["number", "boolean"].includes(typeof value)
}

function isWord(one: Expression): boolean {
  return one.kind === "literal" && (typeof one.value !== "object" || one.value === null)
}

function beginsWithBrace(one: Expression): boolean {
  switch (one.kind) {
    case "object":
      return true
    case "literal":
      return typeof one.value === "object" && one.value !== null && !Array.isArray(one.value)
    case "property":
    case "method":
      return beginsWithBrace(one.of)
    case "operation":
      return beginsWithBrace(one.left)
    case "choice":
      return beginsWithBrace(one.test)
    default:
      return false
  }
}

/** How tightly an expression binds, loosest first. */
export const Precedence = {
  arrow: 0,
  ternary: 1,
  coalesce: 2,
  or: 3,
  and: 4,
  equality: 5,
  relation: 6,
  sum: 7,
  unary: 8,
  primary: 9,
} as const

export const OPERATORS: Readonly<Record<Kind<"operation">["operator"], number>> = {
  "??": Precedence.coalesce,
  "||": Precedence.or,
  "&&": Precedence.and,
  "==": Precedence.equality,
  "!=": Precedence.equality,
  "===": Precedence.equality,
  "!==": Precedence.equality,
  "<": Precedence.relation,
  "<=": Precedence.relation,
  ">": Precedence.relation,
  ">=": Precedence.relation,
  "+": Precedence.sum,
}

export function precedenceOf(one: Expression): number {
  switch (one.kind) {
    case "operation":
      return OPERATORS[one.operator]
    case "not":
      return Precedence.unary
    case "has":
      return Precedence.relation
    case "choice":
      return Precedence.ternary
    case "function":
      return Precedence.arrow
    default:
      return Precedence.primary
  }
}

export type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>

/** A value that is compared to several literals, and the result for each. */
export interface Cases {
  readonly of: Expression
  readonly cases: readonly { readonly when: Expression; readonly made: Expression }[]
  readonly otherwise: Expression
}

/** `a.kind === "A" ? … : a.kind === "B" ? … : …` as a switch; at least two cases. */
export function casesOf(one: Expression): Cases | undefined {
  const cases: { when: Expression; made: Expression }[] = []
  let of: Expression | undefined
  let otherwise = one
  while (otherwise.kind === "choice") {
    const { test, whenTrue, whenFalse } = otherwise
    if (test.kind !== "operation" || test.operator !== "===") break
    const { left, right } = test
    if (right.kind !== "literal" || keyOf(left) === undefined) break
    if (of !== undefined && keyOf(of) !== keyOf(left)) break
    of = left
    cases.push({ when: right, made: whenTrue })
    otherwise = whenFalse
  }
  return of === undefined || cases.length < 2 ? undefined : { of, cases, otherwise }
}

/**
 * Prints `a && "x" || b` as `a ? "x" : b` where it is used as a value. A condition stays unchanged, because
 * TypeScript narrows types by it.
 */
export function asChoice(one: Expression): Expression {
  if (one.kind !== "operation" || one.operator !== "||") return one
  return either(asChoice(one.left), one.right)
}

function either(left: Expression, right: Expression): Expression {
  // TypeScript refuses an operand that decides nothing.
  if (left.kind === "literal" && !left.value) return right
  if (left.kind === "operation" && left.operator === "&&" && isTrueLike(left.right)) {
    return build.choice(left.left, left.right, right)
  }
  if (left.kind === "choice" && isTrueLike(left.whenTrue)) {
    return build.choice(left.test, left.whenTrue, either(left.whenFalse, right))
  }
  return build.operation(left, "||", right)
}

function isTrueLike(one: Expression): boolean {
  return one.kind === "literal" && typeof one.value === "string" && one.value !== ""
}
