/** Compiles path expressions (JMESPath) to TypeScript, and infers their types. */

import { type Path, type PathNode, printPath } from "../jmespath/index.js"
import { aboutPath } from "../messages/index.js"
import { functionCall, letExpression, multiSelectHash, multiSelectList } from "./building.js"
import { andExpression, booleanValue, orExpression, ternaryOf } from "./choices.js"
import { type Compiler, narrowedValue } from "./compiler.js"
import { PathError, withLocation } from "./error.js"
import { indexOf, sliceOf } from "./list-values.js"
import { filterProjection, flattenOf, project, projectionOf, valuesOf } from "./lists.js"
import { literal } from "./literal.js"
import { fieldOf, pipeTo, subexpression, variableOf } from "./reading.js"
import type { Scope, Value } from "./value.js"

/** Compiles an expression in a scope. Throws a `PathError` with the location and the reason if that is impossible. */
export function compilePath(path: Path, scope: Scope): Value {
  const { root } = path
  if (root === undefined)
    throw new Error(`${path.text} cannot be parsed, which was reported before`)
  const writtenOf = (node: PathNode) => path.originOf(node)?.written
  const compiler: Compiler = {
    value: (node, inner) => {
      return withLocation(
        () => path.originOf(node),
        () => compileNode(compiler, node, inner),
      )
    },
    at: (node) => path.originOf(node),
    text: (node) => {
      const written = writtenOf(node)
      return written ? written.text.slice(written.at.start, written.at.end) : printPath(node)
    },
    isStep: (node) => {
      const { text = "", at } = writtenOf(node) ?? {}
      return text.slice(0, at?.start).trimEnd().endsWith(".")
    },
  }
  return compiler.value(root, scope)
}

function compileNode(compiler: Compiler, node: PathNode, scope: Scope): Value {
  switch (node.type) {
    case "Current":
    case "Identity":
      return narrowedValue(scope.current, scope)
    case "Field":
      return fieldOf(compiler, node, scope)
    case "Variable":
      return variableOf(compiler, node, scope)
    case "Literal":
      return literal(node.value)
    case "Subexpression":
      return subexpression(compiler, node, scope)
    case "IndexExpression":
    case "Pipe":
      return pipeTo(compiler, compiler.value(node.left, scope), node.right, scope)
    case "Index":
      return indexOf(node, scope)
    case "Slice":
      return sliceOf(node, scope)
    case "Flatten":
      return flattenOf(compiler.value(node.child, scope), scope)
    case "Projection":
      return projectionOf(compiler, node, scope)
    case "ValueProjection":
      return project(compiler, valuesOf(compiler, node.left, scope), node.right, scope)
    case "FilterProjection":
      return filterProjection(compiler, node, scope)
    case "MultiSelectHash":
      return multiSelectHash(compiler, node, scope)
    case "MultiSelectList":
      return multiSelectList(compiler, node, scope)
    case "OrExpression":
      return orExpression(compiler, node, scope)
    case "AndExpression":
      return andExpression(compiler, node, scope)
    case "NotExpression":
    case "Comparator":
      return booleanValue(compiler, node, scope)
    case "Ternary":
      return ternaryOf(compiler, node, scope)
    case "LetExpression":
      return letExpression(compiler, node, scope)
    case "Function":
      return functionCall(compiler, node, scope)
    default:
      throw new PathError(aboutPath.notOurs(spell(node)))
  }
}

function spell(node: PathNode): string {
  const names: Partial<Record<PathNode["type"], string>> = {
    Arithmetic: "arithmetic",
    Unary: "arithmetic",
    Root: "$",
    ExpressionReference: "&expression",
  }
  return names[node.type] ?? node.type
}
