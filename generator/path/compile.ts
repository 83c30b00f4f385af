/** Compiles path expressions (JMESPath) into TypeScript, and infers what they give. */
import { search } from "@jmespath-community/jmespath"
import { didYouMean } from "../diagnostics/diagnostic.js"
import { describe } from "../shape/describe.js"
import {
  ABSENT,
  ANY,
  alternatives,
  arrayOf,
  BOOLEAN,
  type Field,
  has,
  isNullish,
  NOTHING,
  NULL,
  type ObjectShape,
  present,
  type Shape,
  unionOf,
} from "../shape/shape.js"
import { propertyName } from "../text.js"
import {
  isFalseForNull,
  isNullStrict,
  type PathExpression,
  type PathNode,
  readsOfCurrent,
} from "./ast.js"
import {
  arrayLiteral,
  arrow,
  binary,
  type Code,
  call,
  coalesce,
  conditional,
  helper,
  method,
  not,
  objectLiteral,
  Precedence,
  property,
  reference,
  short,
} from "./code.js"
import { PathError } from "./error.js"
import { type FunctionCompiler, functions } from "./functions.js"
import { literal } from "./literal.js"
import {
  callbackScope,
  constantTruth,
  type Fact,
  hasPlainTruth,
  isFalseOnlyWhenNullish,
  needsOptional,
  nullishPart,
  type Scope,
  type Test,
  type Value,
  whenFalsy,
  whenTruthy,
} from "./value.js"

type Node<Type extends PathNode["type"]> = Extract<PathNode, { type: Type }>

/** A node with two operands; the library has one type for all of them. */
interface Pair {
  readonly left: PathNode
  readonly right: PathNode
}

/** Compiles an expression in a scope. Throws a `PathError` that says where and why it does not compile. */
export function compilePath(expression: PathExpression, scope: Scope): Value {
  return new PathCompiler(expression).value(expression.root, scope)
}

/** The value as it stands where it is used: an output has null for what is absent. */
export function settle(value: Value, scope: Pick<Scope, "purpose">): Value {
  if (scope.purpose === "request" || !has(value.shape, "absent")) return value
  const shape = unionOf(
    ...alternatives(value.shape).map((one) =>
      one === ABSENT || one.kind === "absent" ? NULL : one,
    ),
  )
  return { code: coalesce(value.code, short("null")), shape }
}

class PathCompiler implements FunctionCompiler {
  private readonly expression: PathExpression

  constructor(expression: PathExpression) {
    this.expression = expression
  }

  value(node: PathNode, scope: Scope): Value {
    switch (node.type) {
      case "Current":
      case "Identity":
        return known(scope.current, scope)
      case "Field":
        return this.field(node, scope)
      case "Variable":
        return this.variable(node, scope)
      case "Literal":
        return literal(node.value)
      case "Subexpression":
        return this.subexpression(node, scope)
      case "IndexExpression":
      case "Pipe":
        return this.pipe(this.value(node.left, scope), node.right, scope)
      case "Index":
        return this.index(node, scope)
      case "Slice":
        return this.slice(node, scope)
      case "Flatten":
        return this.flatten(this.value(node.child, scope), scope)
      case "Projection":
        return this.projection(node, scope)
      case "ValueProjection":
        return this.project(this.valuesOf(this.value(node.left, scope)), node.right, scope)
      case "FilterProjection":
        return this.filterProjection(node, scope)
      case "MultiSelectHash":
        return this.hash(node, scope)
      case "MultiSelectList":
        return this.list(node, scope)
      case "OrExpression":
        return this.or(node, scope)
      case "AndExpression":
        return this.and(node, scope)
      case "NotExpression":
      case "Comparator":
        return this.boolean(node, scope)
      case "Ternary":
        return this.ternary(node, scope)
      case "LetExpression":
        return this.let(node, scope)
      case "Function":
        return this.function(node, scope)
      default:
        throw new PathError(
          "GHX1302",
          `\`${this.spell(node)}\` is not supported in path expressions`,
          {
            help: "see the list of what is supported in docs/cards.md, under Path expressions",
          },
        )
    }
  }

  // --- Reading -----------------------------------------------------------------------------

  private field(node: Node<"Field">, scope: Scope): Value {
    const current = known(scope.current, scope)
    const at = this.at(node, node.name)
    const members = alternatives(present(current.shape))
    if (members.some((member) => member.kind === "any")) {
      return { code: helper("member", [current.code.doc, JSON.stringify(node.name)]), shape: ANY }
    }
    const objects = members.filter((member) => member.kind === "object")
    if (members.length === 0) return { code: short("null"), shape: NULL, literal: null }
    if (objects.length === 0) {
      throw new PathError(
        "GHX1304",
        `\`${node.name}\` is read from ${describe(current.shape)}, which has no fields`,
        {
          at,
          help: has(current.shape, "array")
            ? `project the list first: \`[].${node.name}\``
            : undefined,
        },
      )
    }
    const holders = objects.filter((object) => Object.hasOwn(object.fields, node.name))
    if (holders.length === 0) throw this.noSuchField(node, objects, at)
    for (const holder of holders) {
      const field = holder.fields[node.name]
      if (field !== undefined) scope.onRead(field)
    }
    const shape = unionOf(...holders.map((holder) => holder.fields[node.name]?.shape ?? ANY))
    if (holders.length < members.length) return this.memberOfUnion(node, current, shape)
    return this.read(current, node.name, shape, scope)
  }

  private memberOfUnion(node: Node<"Field">, current: Value, shape: Shape): Value {
    return {
      code: helper("member", [current.code.doc, JSON.stringify(node.name)]),
      shape: unionOf(shape, ABSENT),
      hint: node.name,
    }
  }

  private read(object: Value, name: string, shape: Shape, scope: Scope): Value {
    const hint = name === "nodes" || name === "edges" ? (object.hint ?? name) : name
    if (scope.purpose === "request" && has(object.shape, "null")) {
      return { ...this.guard(object, scope, (there) => this.read(there, name, shape, scope)), hint }
    }
    const optional = needsOptional(object)
    const chains = optional || object.chained !== undefined
    const code = property(object.code, name, optional)
    const fact = factOf(code, scope)
    if (fact !== undefined) return { code, shape: fact.shape, hint }
    const implies = this.impliedBy(object)
    return chains
      ? { code, shape: unionOf(shape, ABSENT), chained: shape, implies, hint }
      : { code, shape, implies, hint }
  }

  /** What holds when something was read from a value: the value is there. */
  private impliedBy(value: Value): readonly Fact[] {
    const { reference: text } = value.code
    const inherited = value.implies ?? []
    return text === undefined
      ? inherited
      : [...inherited, { reference: text, shape: present(value.shape) }]
  }

  private variable(node: Node<"Variable">, scope: Scope): Value {
    const value = scope.variables.get(node.name)
    if (value !== undefined) return known(value, scope)
    throw new PathError("GHX1303", `no variable \`$${node.name}\``, {
      at: this.at(node, `$${node.name}`),
      help: didYouMean(node.name, scope.variables.keys())?.replace("`", "`$"),
    })
  }

  private subexpression(node: Pair, scope: Scope): Value {
    const left = this.value(node.left, scope)
    if (node.right.type === "Field") return this.field(node.right, { ...scope, current: left })
    return this.guard(left, scope, (there, inner) =>
      this.value(node.right, { ...inner, current: there }),
    )
  }

  private pipe(left: Value, right: PathNode, scope: Scope): Value {
    const cheap = left.code.reference !== undefined || readsOfCurrent(right) <= 1
    if (cheap) return this.value(right, { ...scope, current: left })
    const { name, inner } = callbackScope(left.hint, scope)
    const body = this.value(right, { ...inner, current: { ...left, code: reference(name) } })
    const code = helper("pipe", [left.code.doc, arrow(name, body.code)])
    return { code, shape: body.shape }
  }

  /** Applies `then` to a value that is there; null stays null and absent stays absent. */
  private guard(value: Value, scope: Scope, then: (there: Value, scope: Scope) => Value): Value {
    if (!isNullish(value.shape)) {
      if (value.code.reference !== undefined) return then(value, scope)
    } else if (
      value.code.reference !== undefined &&
      isFalseOnlyWhenNullish(value.shape) &&
      hasPlainTruth(value.shape)
    ) {
      const facts = [...scope.facts, ...this.impliedBy(value)]
      const there: Value = { code: value.code, shape: present(value.shape), ...pick(value) }
      const result = then(there, { ...scope, facts })
      return {
        code: binary(value.code, "&&", result.code, Precedence.and),
        shape: unionOf(nullishPart(value.shape), result.shape),
      }
    }
    const { name, inner } = callbackScope(value.hint, scope)
    const there: Value = { code: reference(name), shape: present(value.shape), ...pick(value) }
    const body = then(there, inner)
    return {
      code: helper("given", [value.code.doc, arrow(name, body.code)]),
      shape: unionOf(nullishPart(value.shape), body.shape),
    }
  }

  // --- Lists -------------------------------------------------------------------------------

  private index(node: Node<"Index">, scope: Scope): Value {
    const list = this.requireList(scope.current, `[${node.value}]`)
    const apply = (there: Value): Value => ({
      code: method(there.code, "at", [String(node.value)], needsOptional(there)),
      shape: unionOf(list.items, ABSENT),
    })
    return { ...this.onList(scope.current, scope, apply), hint: scope.current.hint ?? "items" }
  }

  private slice(node: Node<"Slice">, scope: Scope): Value {
    const list = this.requireList(scope.current, "a slice")
    const step = node.step ?? 1
    if (step === 0) throw new PathError("GHX1304", "a slice cannot have the step 0")
    const apply = (there: Value): Value => {
      const shape = arrayOf(list.items)
      if (step === 1) {
        const bounds = [node.start ?? 0, ...(node.stop === null ? [] : [node.stop])].map(String)
        return { code: method(there.code, "slice", bounds, needsOptional(there)), shape }
      }
      return this.guard(there, scope, (one) => ({
        code: helper("slice", [one.code.doc, String(node.start), String(node.stop), String(step)]),
        shape,
      }))
    }
    return { ...this.onList(scope.current, scope, apply), hint: scope.current.hint ?? "items" }
  }

  private flatten(list: Value, scope: Scope): Value {
    const { items } = this.requireList(list, "[]")
    if (!has(items, "array")) return list
    const flat = unionOf(
      ...alternatives(items).map((item) => (item.kind === "array" ? item.items : item)),
    )
    const apply = (there: Value): Value => ({
      code: method(there.code, "flat", [], needsOptional(there)),
      shape: arrayOf(flat),
    })
    return { ...this.onList(list, scope, apply), ...pick(list) }
  }

  private valuesOf(object: Value): Value {
    const shape = present(object.shape)
    if (shape.kind !== "object" || isNullish(object.shape)) {
      throw new PathError("GHX1304", `\`.*\` needs an object, found ${describe(object.shape)}`)
    }
    const items = unionOf(...Object.values(shape.fields).map((field) => field.shape))
    return { code: call("Object.values", [object.code.doc]), shape: arrayOf(items), hint: "values" }
  }

  private projection(node: Pair, scope: Scope): Value {
    return this.project(this.value(node.left, scope), node.right, scope)
  }

  private filterProjection(node: Node<"FilterProjection">, scope: Scope): Value {
    const list = this.value(node.left, scope)
    const { items } = this.requireList(list, "a filter")
    const having = this.havingField(node.condition, list, items, scope)
    if (having !== undefined) return this.project(having, node.right, scope)
    const drops = isNullStrict(node.right) && isFalseForNull(node.condition)
    const source = drops ? this.dropNullish(list) : list
    const itemShape = this.requireList(source, "a filter").items
    const apply = (there: Value): Value => {
      const { name, inner } = callbackScope(list.hint, scope)
      const item: Value = { code: reference(name), shape: itemShape }
      const { code } = this.test(node.condition, { ...inner, current: item })
      return {
        code: method(there.code, "filter", [arrow(name, code)], needsOptional(there)),
        shape: arrayOf(itemShape),
      }
    }
    const filtered = { ...this.onList(source, scope, apply), ...pick(list) }
    return this.project(filtered, node.right, scope)
  }

  /** `[?field]` over a union keeps the items of the types that select the field, and says so in the type. */
  private havingField(
    condition: PathNode,
    list: Value,
    items: Shape,
    scope: Scope,
  ): Value | undefined {
    if (condition.type !== "Field") return undefined
    const { name } = condition
    const objects = alternatives(present(items))
    const holders = objects.filter(
      (one) => one.kind === "object" && Object.hasOwn(one.fields, name),
    )
    if (holders.length === 0 || holders.length === objects.length) return undefined
    for (const holder of holders) {
      const field = holder.kind === "object" ? holder.fields[name] : undefined
      if (field !== undefined) scope.onRead(field)
    }
    return {
      code: helper("having", [list.code.doc, JSON.stringify(name)]),
      shape: unionOf(nullishPart(list.shape), arrayOf(unionOf(...holders))),
      ...pick(list),
    }
  }

  private project(list: Value, right: PathNode, scope: Scope): Value {
    this.requireList(list, "a projection")
    const isIdentity = right.type === "Identity" || right.type === "Current"
    const source = isNullStrict(right) ? this.dropNullish(list) : list
    if (isIdentity) return source
    const itemShape = this.requireList(source, "a projection").items
    const apply = (there: Value): Value => {
      const { name, inner } = callbackScope(list.hint, scope)
      const item: Value = { code: reference(name), shape: itemShape, hint: list.hint ?? "items" }
      const body = settle(this.value(right, { ...inner, current: item }), scope)
      const mapped: Value = {
        code: method(there.code, "map", [arrow(name, body.code)], needsOptional(there)),
        shape: arrayOf(body.shape),
      }
      return mapped
    }
    return {
      ...this.dropNullish(this.onList(source, scope, apply)),
      hint: hintOf(right) ?? list.hint ?? "items",
    }
  }

  /** A list without its null items. */
  private dropNullish(list: Value): Value {
    const { items } = this.requireList(list, "a projection")
    if (!isNullish(items)) return list
    return {
      code: helper("present", [list.code.doc]),
      shape: unionOf(nullishPart(list.shape), arrayOf(present(items))),
      ...pick(list),
    }
  }

  /** Calls a method of a list that may be null: null stays null, absent stays absent. */
  private onList(list: Value, scope: Scope, apply: (there: Value) => Value): Value {
    if (scope.purpose === "request" && has(list.shape, "null")) {
      return this.guard(list, scope, (there) => apply(there))
    }
    const result = apply(list)
    const chains = isNullish(list.shape)
    return chains
      ? { ...result, shape: unionOf(result.shape, ABSENT), chained: result.shape }
      : result
  }

  private requireList(value: Value, what: string): { items: Shape } {
    const lists = alternatives(present(value.shape))
    const items: Shape[] = []
    for (const member of lists) {
      if (member.kind !== "array") {
        throw new PathError("GHX1304", `${what} needs a list, found ${describe(value.shape)}`)
      }
      items.push(member.items)
    }
    return { items: items.length === 0 ? NOTHING : unionOf(...items) }
  }

  // --- Building ----------------------------------------------------------------------------

  private hash(node: Node<"MultiSelectHash">, scope: Scope): Value {
    const fields: [string, Field][] = []
    const properties = node.children.map((pair) => {
      const value = settle(this.value(pair.value, scope), scope)
      fields.push([pair.name, { shape: value.shape }])
      const key = propertyName(pair.name)
      return value.code.reference === key ? value.code.doc : [key, ": ", value.code.doc]
    })
    const shape: ObjectShape = { kind: "object", fields: Object.fromEntries(fields) }
    return { code: objectLiteral(properties), shape, isBuilt: node.children.length > 0 }
  }

  private list(node: Node<"MultiSelectList">, scope: Scope): Value {
    const values = node.children.map((child) =>
      settle(this.value(child, scope), { purpose: "output" }),
    )
    return {
      code: arrayLiteral(values.map((value) => value.code.doc)),
      shape: arrayOf(unionOf(...values.map((value) => value.shape))),
      isBuilt: values.length > 0,
    }
  }

  // --- Choosing ----------------------------------------------------------------------------

  private or(node: Pair, scope: Scope): Value {
    const left = this.value(node.left, scope)
    const test = this.truth(left)
    if (test.constant === true) return left
    if (test.constant === false) return this.value(node.right, scope)
    const facts = [...scope.facts, ...test.whenFalse]
    const right = this.value(node.right, { ...scope, facts })
    const shape = unionOf(whenTruthy(left.shape), right.shape)
    const hint = left.hint === undefined ? {} : { hint: left.hint }
    return { code: this.orCode(left, right), shape, ...hint }
  }

  private orCode(left: Value, right: Value): Code {
    const isEmptyList = Array.isArray(right.literal) && right.literal.length === 0
    const isList = alternatives(present(left.shape)).every((member) => member.kind === "array")
    if (isFalseOnlyWhenNullish(left.shape) || (isList && isEmptyList))
      return coalesce(left.code, right.code)
    if (hasPlainTruth(left.shape)) return binary(left.code, "||", right.code, Precedence.or)
    if (left.code.reference !== undefined)
      return conditional(this.truth(left).code, left.code, right.code)
    return helper("either", [left.code.doc, right.code.doc])
  }

  private and(node: Pair, scope: Scope): Value {
    const left = this.value(node.left, scope)
    const test = this.truth(left)
    if (test.constant === false) return left
    if (test.constant === true) return this.value(node.right, scope)
    const right = this.value(node.right, { ...scope, facts: [...scope.facts, ...test.whenTrue] })
    const shape = unionOf(whenFalsy(left.shape), right.shape)
    if (hasPlainTruth(left.shape)) {
      return { code: binary(left.code, "&&", right.code, Precedence.and), shape }
    }
    const code =
      left.code.reference !== undefined
        ? conditional(test.code, right.code, left.code)
        : helper("both", [left.code.doc, right.code.doc])
    return { code, shape }
  }

  private ternary(node: Node<"Ternary">, scope: Scope): Value {
    const test = this.test(node.condition, scope)
    const branch = (choice: PathNode, facts: readonly Fact[]) =>
      this.value(choice, { ...scope, facts: [...scope.facts, ...facts] })
    if (test.constant === true) return branch(node.trueExpr, [])
    if (test.constant === false) return branch(node.falseExpr, [])
    const whenTrue = branch(node.trueExpr, test.whenTrue)
    const whenFalse = branch(node.falseExpr, test.whenFalse)
    return {
      code: conditional(test.code, whenTrue.code, whenFalse.code),
      shape: unionOf(whenTrue.shape, whenFalse.shape),
    }
  }

  private boolean(node: PathNode, scope: Scope): Value {
    const { code, constant } = this.test(node, scope)
    return constant === undefined ? { code, shape: BOOLEAN } : literal(constant)
  }

  /** Compiles an expression of which only the truth matters. */
  private test(node: PathNode, scope: Scope): Test {
    switch (node.type) {
      case "AndExpression": {
        const left = this.test(node.left, scope)
        if (left.constant === false) return left
        const right = this.test(node.right, { ...scope, facts: [...scope.facts, ...left.whenTrue] })
        if (left.constant === true || right.constant === false) return right
        if (right.constant === true) return left
        return {
          code: binary(left.code, "&&", right.code, Precedence.and),
          whenTrue: [...left.whenTrue, ...right.whenTrue],
          whenFalse: [],
        }
      }
      case "OrExpression": {
        const left = this.test(node.left, scope)
        if (left.constant === true) return left
        const facts = [...scope.facts, ...left.whenFalse]
        const right = this.test(node.right, { ...scope, facts })
        if (left.constant === false || right.constant === true) return right
        if (right.constant === false) return left
        return {
          code: binary(left.code, "||", right.code, Precedence.or),
          whenTrue: [],
          whenFalse: [...left.whenFalse, ...right.whenFalse],
        }
      }
      case "NotExpression": {
        const { code, constant, whenTrue, whenFalse } = this.test(node.child, scope)
        if (constant !== undefined) return constantTest(!constant)
        return { code: not(code), whenTrue: whenFalse, whenFalse: whenTrue }
      }
      case "Comparator":
        return this.comparison(node, scope)
      default:
        return this.truth(this.value(node, scope))
    }
  }

  /** The JavaScript condition that holds when JMESPath takes the value for true. */
  private truth(value: Value): Test {
    const { shape, code } = value
    const constant = constantTruth(value)
    if (constant !== undefined) return constantTest(constant)
    const { reference: text } = code
    const whenFalse = text === undefined ? [] : [{ reference: text, shape: whenFalsy(shape) }]
    const whenTrue = this.impliedBy(value)
    const test = (condition: Code): Test => ({ code: condition, whenTrue, whenFalse })
    if (hasPlainTruth(shape)) return test(code)
    if (isFalseOnlyWhenNullish(shape)) {
      return test(binary(code, "!=", short("null"), Precedence.equality))
    }
    const isList = alternatives(present(shape)).every((member) => member.kind === "array")
    if (isList) return test(property(code, "length", needsOptional(value)))
    return test(helper("truthy", [code.doc]))
  }

  private comparison(node: Node<"Comparator">, scope: Scope): Test {
    const left = this.value(node.left, scope)
    const right = this.value(node.right, scope)
    if (node.name !== "EQ" && node.name !== "NE") {
      const operator = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" }[node.name]
      for (const side of [left, right]) {
        if (side.shape.kind === "number") continue
        throw new PathError(
          "GHX1304",
          `\`${operator}\` compares numbers, found ${describe(side.shape)}`,
          {
            help: isNullish(side.shape) ? "give it a default: `(field || `0`)`" : undefined,
          },
        )
      }
      return plainTest(binary(left.code, operator, right.code, Precedence.relation))
    }
    return this.equality(left, right, node.name === "EQ")
  }

  private equality(left: Value, right: Value, isEqual: boolean): Test {
    const operator = isEqual ? "==" : "!="
    for (const [value, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (other.literal !== null) continue
      if (!isNullish(value.shape)) return constantTest(!isEqual)
      const there = this.impliedBy(value)
      const code = binary(value.code, operator, short("null"), Precedence.equality)
      return isEqual
        ? { code, whenTrue: [], whenFalse: there }
        : { code, whenTrue: there, whenFalse: [] }
    }
    if (left.literal !== undefined && right.literal !== undefined) {
      return constantTest(search([left.literal, right.literal], "[0] == [1]") === isEqual)
    }
    this.requireOverlap(left.shape, right.shape)
    const areScalars = [left, right].every(({ shape }) =>
      alternatives(shape).every((one) =>
        ["string", "number", "boolean", "null", "absent"].includes(one.kind),
      ),
    )
    const bothNullish = isNullish(left.shape) && isNullish(right.shape)
    if (areScalars && !bothNullish) {
      return plainTest(binary(left.code, `${operator}=`, right.code, Precedence.equality))
    }
    const code = helper("equal", [left.code.doc, right.code.doc])
    return plainTest(isEqual ? code : not(code))
  }

  private requireOverlap(left: Shape, right: Shape): void {
    const overlaps = alternatives(left).some((a) =>
      alternatives(right).some((b) => {
        const nullish = (one: Shape) => one.kind === "null" || one.kind === "absent"
        if (a.kind === "any" || b.kind === "any" || (nullish(a) && nullish(b))) return true
        if (a.kind !== b.kind) return false
        if (a.kind !== "string" || b.kind !== "string") return true
        return (
          a.values === undefined ||
          b.values === undefined ||
          a.values.some((value) => b.values?.includes(value))
        )
      }),
    )
    if (overlaps) return
    const wanted = right.kind === "string" ? right.values?.[0] : undefined
    const known = alternatives(left).flatMap((one) =>
      one.kind === "string" ? (one.values ?? []) : [],
    )
    throw new PathError("GHX1315", `${describe(left)} is never equal to ${describe(right)}`, {
      help: wanted === undefined ? undefined : didYouMean(wanted, known),
    })
  }

  // --- Naming and calling ------------------------------------------------------------------

  /** A variable stands for its expression: expressions have no effects, so it may be read often. */
  private let(node: Node<"LetExpression">, scope: Scope): Value {
    const bound = node.bindings.map(
      (binding) => [binding.variable, this.value(binding.reference, scope)] as const,
    )
    const variables = new Map([...scope.variables, ...bound])
    return this.value(node.expression, { ...scope, variables })
  }

  private function(node: Node<"Function">, scope: Scope): Value {
    const compile = functions[node.name]
    if (compile === undefined || !Object.hasOwn(functions, node.name)) {
      throw new PathError(
        "GHX1302",
        `the function \`${node.name}\` is not supported in path expressions`,
        {
          at: this.at(node, node.name),
          help: didYouMean(node.name, Object.keys(functions)),
        },
      )
    }
    return compile(node.children, scope, this)
  }

  private noSuchField(
    node: Node<"Field">,
    objects: readonly ObjectShape[],
    at: PathError["at"],
  ): PathError {
    const names = new Set(objects.flatMap((object) => Object.keys(object.fields)))
    const owner = describe(unionOf(...objects))
    const known = [...names].slice(0, 12).map((name) => `\`${name}\``)
    const list = known.length === 0 ? "it has no fields" : `it has ${known.join(", ")}`
    return new PathError("GHX1303", `no field \`${node.name}\` in ${owner}`, {
      at,
      help: didYouMean(node.name, names) ?? list,
    })
  }

  at(node: PathNode, name: string): { name: string; start: number } | undefined {
    const start = this.expression.positions.get(node)
    return start === undefined ? undefined : { name, start }
  }

  private spell(node: PathNode): string {
    const names: Partial<Record<PathNode["type"], string>> = {
      Arithmetic: "arithmetic",
      Unary: "arithmetic",
      Root: "$",
      ExpressionReference: "&expression",
    }
    return names[node.type] ?? node.type
  }
}

/** What is known of a reference where the code stands. */
function factOf(code: Code, scope: Scope): Fact | undefined {
  if (code.reference === undefined) return undefined
  return scope.facts.findLast((fact) => fact.reference === code.reference)
}

/** The value with the shape that it is known to have where the code stands. */
function known(value: Value, scope: Scope): Value {
  const fact = factOf(value.code, scope)
  return fact === undefined ? value : { code: value.code, shape: fact.shape, ...pick(value) }
}

function constantTest(constant: boolean): Test {
  return { code: short(String(constant)), constant, whenTrue: [], whenFalse: [] }
}

function plainTest(code: Code): Test {
  return { code, whenTrue: [], whenFalse: [] }
}

function pick(value: Value): Pick<Value, "hint"> {
  return value.hint === undefined ? {} : { hint: value.hint }
}

/** The name under which the results of an expression are known: that of the field it reads last. */
function hintOf(node: PathNode): string | undefined {
  if (node.type === "Field") return node.name
  return node.type === "Subexpression" ? hintOf(node.right) : undefined
}
