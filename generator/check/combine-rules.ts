import {
  type ASTNode,
  type ASTVisitor,
  BREAK,
  getEnterLeaveForKind,
  Kind,
  type ValidationRule,
} from "graphql"

/**
 * Combines several rules into one that calls, at each node, only the rules for its kind. graphql-js calls every rule
 * at every node, and for each document determines anew which kinds each rule handles.
 */
export function combineRules(rules: readonly ValidationRule[]): ValidationRule {
  return (context) => {
    const asked = rulesByKind(rules.map((rule) => rule(context)))
    /** Rules that skip the children of a node, or the rest of the document. */
    const resting = new Map<ASTVisitor, unknown>()
    return {
      enter(...visited) {
        const [node] = visited
        for (const { visitor, enter } of asked.get(node.kind) ?? []) {
          if (enter === undefined || resting.has(visitor)) continue
          const answer: unknown = enter.apply(visitor, visited)
          if (answer === false) resting.set(visitor, node)
          else if (answer === BREAK) resting.set(visitor, BREAK)
        }
      },
      leave(...visited) {
        const [node] = visited
        for (const { visitor, leave } of asked.get(node.kind) ?? []) {
          if (leave === undefined || resting.has(visitor)) continue
          if (leave.apply(visitor, visited) === BREAK) resting.set(visitor, BREAK)
        }
        for (const [visitor, from] of resting) if (from === node) resting.delete(visitor)
      },
    }
  }
}

const KINDS = new Set<string>(Object.values(Kind))

function isKind(key: string): key is ASTNode["kind"] {
  return KINDS.has(key)
}

interface VisitedRule extends ReturnType<typeof getEnterLeaveForKind> {
  readonly visitor: ASTVisitor
}

function rulesByKind(visitors: readonly ASTVisitor[]): ReadonlyMap<string, readonly VisitedRule[]> {
  const asked = new Map<string, VisitedRule[]>()
  for (const visitor of visitors) {
    const looksAtAll = "enter" in visitor || "leave" in visitor
    for (const kind of (looksAtAll ? [...KINDS] : Object.keys(visitor)).filter(isKind)) {
      const known = asked.get(kind) ?? []
      asked.set(kind, known)
      known.push({ visitor, ...getEnterLeaveForKind(visitor, kind) })
    }
  }
  return asked
}
