import {
  type ASTNode,
  type ASTVisitor,
  BREAK,
  getEnterLeaveForKind,
  type ValidationRule,
} from "graphql"

/**
 * Several rules as one, which asks at each node those alone that look at nodes of its kind. graphql-js
 * asks all of them at every node, and finds out for each document anew which kinds each one looks at, of
 * all that there are.
 */
export function together(rules: readonly ValidationRule[]): ValidationRule {
  return (context) => {
    const visitors = rules.map((rule) => rule(context))
    const asked = new Map<ASTNode["kind"], ReturnType<typeof askedAt>>()
    const at = (kind: ASTNode["kind"]) => {
      const known = asked.get(kind) ?? askedAt(kind, visitors)
      asked.set(kind, known)
      return known
    }
    /** Rules that want to see nothing below a node, or nothing more at all. */
    const resting = new Map<ASTVisitor, unknown>()
    return {
      enter(...visited) {
        const [node] = visited
        for (const { visitor, enter } of at(node.kind)) {
          if (enter === undefined || resting.has(visitor)) continue
          const answer: unknown = enter.apply(visitor, visited)
          if (answer === false) resting.set(visitor, node)
          else if (answer === BREAK) resting.set(visitor, BREAK)
        }
      },
      leave(...visited) {
        const [node] = visited
        for (const { visitor, leave } of at(node.kind)) {
          if (leave === undefined || resting.has(visitor)) continue
          if (leave.apply(visitor, visited) === BREAK) resting.set(visitor, BREAK)
        }
        for (const [visitor, from] of resting) if (from === node) resting.delete(visitor)
      },
    }
  }
}

function askedAt(kind: ASTNode["kind"], visitors: readonly ASTVisitor[]) {
  return visitors.flatMap((visitor) => {
    const { enter, leave } = getEnterLeaveForKind(visitor, kind)
    return enter || leave ? [{ visitor, enter, leave }] : []
  })
}
