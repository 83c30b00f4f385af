import {
  type Doc,
  fill,
  group,
  ifBreak,
  imported,
  indent,
  join,
  line,
  mentions,
  referenceDoc,
  softline,
  startsWith,
} from "../layout/index.js"
import { propertyAccess, propertyName } from "../text/index.js"

/** How tightly an expression binds, loosest first. */
export const Precedence = {
  arrow: 0,
  ternary: 1,
  coalesce: 2,
  or: 3,
  and: 4,
  equality: 5,
  relation: 6,
  unary: 7,
  primary: 8,
} as const

/** TypeScript source of an expression. */
export interface Code {
  readonly doc: Doc
  readonly precedence: number
  /** The text of a reference such as `issue.author`: cheap to repeat, and narrowed by TypeScript. */
  readonly reference?: string
  /** What the reference names: `issue?.author` and `issue.author` name one thing. */
  readonly key?: string
  /** An object literal, which stays on the line of its operator. */
  readonly isObject?: boolean
  /** The code before `?? null` was put behind it. */
  readonly undefaulted?: Code
  /** A literal that stays on the line of its operator. */
  readonly isShort?: boolean
}

/** A variable, or a path of properties from one. */
export function reference(text: string, key = text): Code {
  return { doc: referenceDoc(text), precedence: Precedence.primary, reference: text, key }
}

export function primary(doc: Doc): Code {
  return { doc, precedence: Precedence.primary }
}

/** `null`, `[]` and other literals of a few characters. */
export function short(text: string): Code {
  return { ...primary(text), isShort: true }
}

/** The code, in parentheses where it binds less tightly than its place demands. */
export function inside(code: Code, precedence: number): Doc {
  return code.precedence >= precedence ? code.doc : ["(", code.doc, ")"]
}

export function property(object: Code, name: string, optional: boolean): Code {
  const access = propertyAccess(name)
  const suffix = optional ? `?${access.startsWith(".") ? "" : "."}${access}` : access
  if (object.reference !== undefined) {
    return reference(`${object.reference}${suffix}`, `${object.key}${access}`)
  }
  return primary([inside(object, Precedence.primary), suffix])
}

export function call(callee: Doc, args: readonly Doc[]): Code {
  if (args.length === 0) return primary([callee, "()"])
  const [only] = args
  const doc =
    args.length === 1 && only !== undefined
      ? [callee, "(", only, ")"]
      : [callee, group(["(", indent([softline, separated(args)]), softline, ")"])]
  return primary(doc)
}

/** The functions of the runtime that compiled expressions may call: renaming one there breaks here. */
export type HelperName = keyof typeof import("../../runtime/path/index.js")

const HELPERS: Readonly<Record<HelperName, true>> = {
  base64: true,
  both: true,
  characters: true,
  contains: true,
  either: true,
  emptyPage: true,
  equal: true,
  falsy: true,
  fromBase64: true,
  given: true,
  having: true,
  largest: true,
  listOf: true,
  lowerCase: true,
  member: true,
  orNull: true,
  pipe: true,
  present: true,
  slice: true,
  smallest: true,
  sortBy: true,
  tail: true,
  toNumber: true,
  toText: true,
  truthy: true,
  upperCase: true,
}

/** Names that variables of generated code must not shadow. */
export const helperNames: readonly string[] = Object.keys(HELPERS)

/** A call of a function of the runtime, which the module will import. */
export function helper(name: HelperName, args: readonly Doc[]): Code {
  return call(imported(name), args)
}

export function method(object: Code, name: string, args: readonly Doc[], optional: boolean): Code {
  return call([inside(object, Precedence.primary), optional ? "?." : ".", name], args)
}

/** `a && b`, `a || b`, `a === b`; both sides may be operations of the same kind. */
export function binary(left: Code, operator: string, right: Code, precedence: number): Code {
  return {
    doc: operation(
      side(left, operator, precedence),
      operator,
      right,
      side(right, operator, precedence + 1),
    ),
    precedence,
  }
}

/** `&&` within `||` needs no parentheses, but a reader wants them. */
function side(code: Code, operator: string, precedence: number): Doc {
  const isMixed = operator === "||" && code.precedence === Precedence.and
  return isMixed ? ["(", code.doc, ")"] : inside(code, precedence)
}

/** `a ?? b`. JavaScript forbids mixing it with `&&` and `||` without parentheses. */
export function coalesce(first: Code, right: Code): Code {
  // TypeScript refuses `a ?? null ?? b`, where the null never stays.
  const left = first.undefaulted ?? first
  if (isNothing(left)) return right
  const operand = (code: Code) =>
    code.precedence === Precedence.coalesce ? code.doc : inside(code, Precedence.equality)
  return {
    doc: operation(operand(left), "??", right, operand(right)),
    precedence: Precedence.coalesce,
    ...(isNothing(right) && { undefaulted: left }),
  }
}

function isNothing({ doc }: Code): boolean {
  return doc === "null" || doc === "undefined"
}

/** An object or a short literal stays on the line of the operator; anything else may go below it. */
function operation(left: Doc, operator: string, right: Code, rightDoc: Doc): Doc {
  if (right.isObject || right.isShort) return [left, ` ${operator} `, rightDoc]
  return group([left, ` ${operator}`, indent([line, rightDoc])])
}

export function conditional(test: Code, whenTrue: Code, whenFalse: Code): Code {
  const doc = group([
    inside(test, Precedence.coalesce),
    indent([
      line,
      ["? ", inside(whenTrue, Precedence.ternary)],
      line,
      [": ", inside(whenFalse, Precedence.ternary)],
    ]),
  ])
  return { doc, precedence: Precedence.ternary }
}

export function not(code: Code): Code {
  return { doc: ["!", inside(code, Precedence.unary)], precedence: Precedence.unary }
}

/** `(name) => body` */
export function arrow(parameter: string, body: Code): Doc {
  return [`(${mentions(body.doc, parameter) ? parameter : ""}) => `, inParentheses(body)]
}

/** The code as the body of an arrow function: what begins with a brace would be taken for a block. */
export function inParentheses(code: Code): Doc {
  return startsWith(code.doc, "{") ? ["(", code.doc, ")"] : code.doc
}

/** An object literal with these members; one that is read from a variable of its name is named once. */
export function objectOf(members: readonly (readonly [name: string, value: Code])[]): Code {
  return objectLiteral(
    members.map(([name, value]) => {
      const key = propertyName(name)
      return value.reference === key ? value.doc : [key, ": ", value.doc]
    }),
  )
}

/** An object literal: on one line where it fits, else a property a line. */
export function objectLiteral(properties: readonly Doc[]): Code {
  const doc =
    properties.length === 0
      ? "{}"
      : group(["{", indent([line, separated(properties)]), ifBreak(","), line, "}"])
  return { ...primary(doc), isObject: true }
}

export function arrayLiteral(items: readonly Doc[]): Code {
  if (items.length === 0) return short("[]")
  // Words fill lines; anything longer has a line of its own.
  const inner = items.every((item) => typeof item === "string")
    ? fill(join([",", line], [...items]))
    : separated(items)
  return primary(group(["[", indent([softline, inner]), ifBreak(","), softline, "]"]))
}

function separated(docs: readonly Doc[]): Doc {
  return join([",", line], [...docs])
}
