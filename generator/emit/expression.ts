/** Expressions of plans as TypeScript: how each is written, and where it needs parentheses. */

import { type Expression, expr } from "../path/index.js"
import { propertyAccess, propertyName, stringLiteral } from "../text/index.js"
import {
  type Doc,
  fill,
  group,
  ifBreak,
  imported,
  indent,
  join,
  line,
  print,
  softline,
} from "./layout.js"

/** How tightly an expression binds, loosest first. */
const Precedence = {
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

/** The TypeScript of an expression that stands alone. */
export function printExpression(one: Expression): string {
  return print(expressionDoc(one)).trimEnd()
}

/** An expression as TypeScript. */
export function expressionDoc(one: Expression): Doc {
  switch (one.kind) {
    case "name":
      return one.name
    case "property":
      return [inside(one.of, Precedence.primary), accessOf(one)]
    case "literal":
      return literalDoc(one.value)
    case "absent":
      return "undefined"
    case "helper":
      return callDoc(imported(one.name), one.args)
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
      return objectDoc(
        one.members.map(({ name, value }) => memberDoc(name, value)),
        one.members.every(isShorthand),
      )
    case "list":
      return listDoc(one.items.map(expressionDoc), one.items.every(isWord))
  }
}

/** A JSON value as TypeScript. */
export function literalDoc(value: unknown): Doc {
  if (typeof value === "string") return stringLiteral(value)
  if (Array.isArray(value)) {
    const isWords = value.every((item) => typeof item !== "object" || item === null)
    return listDoc(value.map(literalDoc), isWords)
  }
  if (typeof value !== "object" || value === null) return String(value)
  const members = Object.entries(value).map(([key, item]) => [
    propertyName(key),
    ": ",
    literalDoc(item),
  ])
  return objectDoc(members)
}

/** A member of an object literal; one that is read from a variable of its name is named once. */
export function memberDoc(name: string, value: Expression): Doc {
  const key = propertyName(name)
  return isShorthand({ name, value }) ? key : [key, ": ", expressionDoc(asChoice(value))]
}

function isShorthand({ name, value }: { name: string; value: Expression }): boolean {
  return value.kind === "name" && value.name === propertyName(name)
}

/**
 * `a && "x" || b` as a person writes it where it is a value: `a ? "x" : b`. In a condition it stays, for
 * there TypeScript draws conclusions from it.
 */
function asChoice(one: Expression): Expression {
  if (one.kind !== "operation" || one.operator !== "||") return one
  return either(asChoice(one.left), one.right)
}

function either(left: Expression, right: Expression): Expression {
  if (left.kind === "operation" && left.operator === "&&" && isTrueLike(left.right)) {
    return expr.choice(left.left, left.right, right)
  }
  if (left.kind === "choice" && isTrueLike(left.whenTrue)) {
    return expr.choice(left.test, left.whenTrue, either(left.whenFalse, right))
  }
  return expr.operation(left, "||", right)
}

function isTrueLike(one: Expression): boolean {
  return one.kind === "literal" && typeof one.value === "string" && one.value !== ""
}

/** An object literal: on one line where it fits, else a member a line. */
export function objectDoc(members: readonly Doc[], areWords = false): Doc {
  if (members.length === 0) return "{}"
  return group(["{", indent([line, inner(members, areWords)]), ifBreak(","), line, "}"])
}

/** Words fill lines; anything longer has a line of its own. */
function inner(docs: readonly Doc[], areWords: boolean): Doc {
  return areWords ? fill(join([",", line], [...docs])) : separated(docs)
}

/** The expression as the body of an arrow function: what begins with a brace would be taken for a block. */
export function bodyDoc(one: Expression): Doc {
  const doc = expressionDoc(asChoice(one))
  return beginsWithBrace(one) ? ["(", doc, ")"] : doc
}

type Kind<K extends Expression["kind"]> = Extract<Expression, { kind: K }>

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
  // A function at the end, or an object alone, begins on the line of the call.
  const isHugged =
    (last?.kind === "function" && args.slice(0, -1).every((one) => expr.isReference(one))) ||
    (docs.length === 1 && (last?.kind === "object" || last?.kind === "list"))
  if (isHugged) return [callee, "(", join(", ", docs), ")"]
  return [callee, group(["(", indent([softline, separated(docs)]), ifBreak(","), softline, ")"])]
}

/** Methods of methods: on one line where they fit, else each on a line of its own. */
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

/** An object or a short literal stays on the line of the operator; anything else may go below it. */
function operationDoc(one: Kind<"operation">): Doc {
  const { operator, right } = one
  const [left, rightDoc] = [sideDoc(one, one.left, 0), sideDoc(one, right, 1)]
  if (right.kind === "object" || isShort(right)) return [left, ` ${operator} `, rightDoc]
  return group([left, ` ${operator}`, indent([line, rightDoc])])
}

/** Both sides may be operations of the same kind on the left; `??` is never mixed with `&&` and `||`. */
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

/** Parameters that are read, and those before them. */
function functionDoc({ parameters, body }: Kind<"function">): Doc {
  const last = parameters.findLastIndex((name) => expr.reads(body, name))
  return [`(${parameters.slice(0, last + 1).join(", ")}) => `, bodyDoc(body)]
}

const OPERATORS: Readonly<Record<Kind<"operation">["operator"], number>> = {
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

function precedenceOf(one: Expression): number {
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

/** The expression, in parentheses where it binds less tightly than its place demands. */
function inside(one: Expression, precedence: number): Doc {
  const doc = expressionDoc(one)
  return precedenceOf(one) >= precedence ? doc : ["(", doc, ")"]
}

/** `null`, `[]` and other literals of a few characters. */
function isShort(one: Expression): boolean {
  if (one.kind === "list") return one.items.length === 0
  if (one.kind !== "literal") return one.kind === "absent"
  const { value } = one
  return value === null || ["number", "boolean"].includes(typeof value) || isEmptyList(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
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

function listDoc(items: readonly Doc[], areWords: boolean): Doc {
  if (items.length === 0) return "[]"
  return group(["[", indent([softline, inner(items, areWords)]), ifBreak(","), softline, "]"])
}

function separated(docs: readonly Doc[]): Doc {
  return join([",", line], [...docs])
}
