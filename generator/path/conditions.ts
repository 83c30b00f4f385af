/** Conditions: truthiness, and the narrowing it implies. */

import type { PathNode } from "../jmespath/index.js"
import { not, operation } from "./build.js"
import { comparisonOf } from "./comparisons.js"
import type { Compiler } from "./compiler.js"
import { withLocation } from "./error.js"
import { eitherOf, withFacts } from "./facts.js"
import { memberTest } from "./members.js"
import { constantTest, truth } from "./truth.js"
import type { Scope, Test } from "./value.js"

/** Compiles an expression that is only used as a condition. */
export function testOf(compiler: Compiler, node: PathNode, scope: Scope): Test {
  return withLocation(
    () => compiler.at(node),
    () => testOfNode(compiler, node, scope),
  )
}

function testOfNode(compiler: Compiler, node: PathNode, scope: Scope): Test {
  switch (node.type) {
    case "AndExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === false) return left
      const right = testOf(compiler, node.right, withFacts(scope, left.whenTrue))
      if (left.constant === true || right.constant === false) return right
      if (right.constant === true) return left
      return {
        expression: operation(left.expression, "&&", right.expression),
        whenTrue: [...left.whenTrue, ...right.whenTrue],
        whenFalse: eitherOf(left.whenFalse, [...left.whenTrue, ...right.whenFalse]),
      }
    }
    case "OrExpression": {
      const left = testOf(compiler, node.left, scope)
      if (left.constant === true) return left
      const right = testOf(compiler, node.right, withFacts(scope, left.whenFalse))
      if (left.constant === false || right.constant === true) return right
      if (right.constant === false) return left
      return {
        expression: operation(left.expression, "||", right.expression),
        whenTrue: eitherOf(left.whenTrue, [...left.whenFalse, ...right.whenTrue]),
        whenFalse: [...left.whenFalse, ...right.whenFalse],
      }
    }
    case "NotExpression": {
      const { expression, constant, whenTrue, whenFalse } = testOf(compiler, node.child, scope)
      if (constant !== undefined) return constantTest(!constant)
      return { expression: not(expression), whenTrue: whenFalse, whenFalse: whenTrue }
    }
    case "Comparator":
      return comparisonOf(compiler, node, scope)
    default:
      return memberTest(compiler, node, scope) ?? truth(compiler.value(node, scope))
  }
}
