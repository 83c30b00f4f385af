import { UnmodelledSearch } from "./refusals.js"
import type { Term } from "./tokens.js"
import type { Node } from "./tree.js"

/**
 * Gives every free word the places that `in:` names in the same or enclosing brackets, and removes the `in:` terms.
 */
export function placeWords(node: Node, known: readonly string[]): Node {
  const visit = (one: Node, places: readonly string[] | undefined): Node => {
    if (one.kind === "term") {
      if (one.qualifier === "in") {
        throw new UnmodelledSearch(`\`${one.text}\` has no word to restrict`)
      }
      return one.qualifier === "" && places ? { ...one, places } : one
    }
    if (one.kind === "not") return { kind: "not", of: visit(one.of, places) }
    if (one.kind === "any") return { kind: "any", of: one.of.map((inner) => visit(inner, places)) }
    const own = one.of.flatMap(placesOf)
    for (const place of own) {
      if (!known.includes(place)) throw new UnmodelledSearch(`\`in:${place}\` is not supported`)
    }
    return {
      kind: "all",
      of: one.of
        .filter((inner) => placesOf(inner).length === 0)
        .map((inner) => visit(inner, own.length > 0 ? own : places)),
    }
  }
  return visit(node.kind === "all" ? node : { kind: "all", of: [node] }, undefined)
}

/** The places of an `in:` term, or of several in the same brackets. */
function placesOf(node: Node): readonly string[] {
  if (node.kind === "term") return isPlace(node) ? node.values : []
  if (node.kind === "any" && node.of.every((one) => one.kind === "term" && isPlace(one))) {
    return node.of.flatMap(placesOf)
  }
  return []
}

const isPlace = (term: Term): boolean => term.qualifier === "in"
