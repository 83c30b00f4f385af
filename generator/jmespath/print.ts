import { nodesIn, type PathNode } from "./tree.js"

/** Precedence, from a pipe to the operand before a dot. */
const LEVELS = { let: 0, pipe: 1, ternary: 2, or: 3, and: 4, comparator: 5, not: 6, operand: 7 }

const COMPARATORS = { EQ: "==", NE: "!=", LT: "<", LTE: "<=", GT: ">", GTE: ">=" }

export function printPath(node: PathNode): string {
  switch (node.type) {
    case "Identity":
      return ""
    case "Current":
      return "@"
    case "Root":
      return "$"
    case "Field":
      return nameOf(node.name)
    case "Variable":
      return `$${node.name}`
    case "Literal":
      return literal(node.value)
    case "Index":
      return `[${node.value}]`
    case "Slice": {
      const { start, stop, step } = node
      return `[${start ?? ""}:${stop ?? ""}${step === null ? "" : `:${step}`}]`
    }
    case "IndexExpression":
      return `${operand(node.left)}${printPath(node.right)}`
    case "Subexpression":
      return `${operand(node.left)}.${printPath(node.right)}`
    case "Flatten":
      return `${projected(node.child)}[]`
    case "Projection": {
      const { left, right } = node
      const isAll = left.type !== "Flatten" && !isSlice(left)
      return `${isAll ? `${operand(left)}[*]` : printPath(left)}${step(right)}`
    }
    case "ValueProjection": {
      const left = operand(node.left)
      return `${left === "" ? "*" : `${left}.*`}${step(node.right)}`
    }
    case "FilterProjection":
      return `${operand(node.left)}[?${printPath(node.condition)}]${step(node.right)}`
    case "Pipe":
      return `${printAtLevel(node.left, LEVELS.pipe)} | ${printAtLevel(node.right, LEVELS.or)}`
    case "OrExpression":
      return `${printAtLevel(node.left, LEVELS.or)} || ${printAtLevel(node.right, LEVELS.and)}`
    case "AndExpression":
      return `${printAtLevel(node.left, LEVELS.and)} && ${printAtLevel(node.right, LEVELS.comparator)}`
    case "Comparator": {
      const [left, right] = [node.left, node.right].map((one) => printAtLevel(one, LEVELS.not))
      return `${left} ${COMPARATORS[node.name]} ${right}`
    }
    case "NotExpression": {
      const text = printPath(node.child)
      // Parentheses, because `!a.b` means `(!a).b`.
      return /^\w+$/.test(text) ? `!${text}` : `!(${text})`
    }
    case "Ternary": {
      const { condition, trueExpr, falseExpr } = node
      // The parser rejects a colon after a projection.
      const isPlain = levelOf(trueExpr) >= LEVELS.or && !nodesIn(trueExpr).some(isProjection)
      const whenTrue = isPlain ? printPath(trueExpr) : `(${printPath(trueExpr)})`
      return `${printAtLevel(condition, LEVELS.or)} ? ${whenTrue} : ${printAtLevel(falseExpr, LEVELS.ternary)}`
    }
    case "MultiSelectHash": {
      const pairs = node.children.map(({ name, value }) => `${nameOf(name)}: ${printPath(value)}`)
      return `{${pairs.join(", ")}}`
    }
    case "MultiSelectList":
      return `[${node.children.map(printPath).join(", ")}]`
    case "Function":
      return `${node.name}(${node.children.map(printPath).join(", ")})`
    case "ExpressionReference":
      return `&${operand(node.child)}`
    case "LetExpression": {
      const bindings = node.bindings.map(
        ({ variable, reference }) => `$${variable} = ${printAtLevel(reference, LEVELS.pipe)}`,
      )
      return `let ${bindings.join(", ")} in ${printPath(node.expression)}`
    }
    default:
      throw new Error(`path expressions of cards have no ${node.type}`)
  }
}

function levelOf(node: PathNode): number {
  switch (node.type) {
    case "LetExpression":
      return LEVELS.let
    case "Pipe":
      return LEVELS.pipe
    case "Ternary":
      return LEVELS.ternary
    case "OrExpression":
      return LEVELS.or
    case "AndExpression":
      return LEVELS.and
    case "Comparator":
      return LEVELS.comparator
    case "NotExpression":
      return LEVELS.not
    default:
      return LEVELS.operand
  }
}

function printAtLevel(node: PathNode, level: number): string {
  const text = printPath(node)
  return levelOf(node) < level ? `(${text})` : text
}

/** The operand before a dot or an index. After a projection, these would apply to each item. */
function operand(node: PathNode): string {
  return isProjection(node) ? `(${printPath(node)})` : projected(node)
}

function projected(node: PathNode): string {
  return printAtLevel(node, LEVELS.operand)
}

/** The operation on each item of a projection. */
function step(node: PathNode): string {
  const text = printPath(node)
  return text === "" || beginsInPlace(node) ? text : `.${text}`
}

/** Whether its text begins with brackets that would apply to the expression before it. */
function beginsInPlace(node: PathNode): boolean {
  switch (node.type) {
    case "Identity":
    case "Index":
    case "Slice":
      return true
    case "Flatten":
      return beginsInPlace(node.child)
    case "Subexpression":
    case "IndexExpression":
    case "Projection":
    case "FilterProjection":
      return beginsInPlace(node.left)
    default:
      return false
  }
}

function isProjection(node: PathNode): boolean {
  return ["Projection", "ValueProjection", "FilterProjection", "Flatten"].includes(node.type)
}

function isSlice(node: PathNode): boolean {
  return node.type === "IndexExpression" && node.right.type === "Slice"
}

function nameOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replace(/[\\']/g, "\\$&")}'`
  return `\`${JSON.stringify(value).replace(/`/g, "\\`")}\``
}
