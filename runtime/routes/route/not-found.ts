import { type Failure, listValues, permanent } from "../../errors/index.js"
import type { Definition } from "./definition.js"

/** The failure if GitHub's answer lacks the object of the result. */
export function notFound(definition: Definition, input: unknown, result: string): Failure {
  const given = typeof input === "object" && input !== null ? listValues(input) : ""
  // Over REST, a result that is the whole response has no name.
  const thing = /^response\d*$/.test(result) ? "nothing" : `no ${subjectIn(result)}`
  const message = `${definition.id} found ${thing}${given && ` for ${given}`}`
  return permanent("NOT_FOUND", "rejected", message)
}

/**
 * The subject of a card's expression, in words, from the first path in it: `repository.pullRequest` is a pull request,
 * `addComment.commentEdge.node` a comment. Callers do not know the expression itself.
 */
export function subjectIn(expression: string): string {
  const [path = ""] = /(?<![\w$.])[a-z]\w*(?:\.\w+)*/i.exec(expression) ?? []
  const name = path.split(".").findLast((step) => !/^(?:nodes?|id)$/.test(step)) ?? "result"
  const words = name.replace(/(?:Edge|Connection)$/, "").split(/_|(?<=[a-z])(?=[A-Z])/)
  return words.join(" ").toLowerCase()
}
