/** Failures of all routes, and warnings about answers that are not everything. */
import type { ResultWarning } from "../../envelope/index.js"
import {
  type Failure,
  listValues,
  permanent,
  reasonOf,
  subjectIn,
  unreadable,
} from "../../errors/index.js"
import type { Definition } from "./definition.js"

/** The failure if GitHub's answer lacks the object of the result. */
export function notFound(definition: Definition, input: unknown, result: string): Failure {
  const given = typeof input === "object" && input !== null ? listValues(input) : ""
  // Over REST, a result that is the whole response has no name.
  const thing = /^response\d*$/.test(result) ? "nothing" : `no ${subjectIn(result)}`
  const message = `${definition.id} found ${thing}${given && ` for ${given}`}`
  return permanent("NOT_FOUND", "rejected", message)
}

/** The failure if no request can be made, because of contradictory inputs or an unexpected earlier answer. */
export function notSendable(error: unknown): Failure {
  if (!(error instanceof RangeError)) return unreadable(reasonOf(error))
  return permanent("VALIDATION", "not_sent", `The input cannot be sent: ${error.message}`)
}

/** The failure of a mapping, with the member that it could not read. Few answers need the code that finds it. */
export async function unreadAnswer(
  reason: string,
  map: (answer: unknown) => unknown,
  answer: unknown,
): Promise<Failure> {
  const { memberAt } = await import("./missing-member.js")
  return unreadable(reason, memberAt(map, answer))
}

/** GitHub counts more items of a list than it returns on any page. */
export function shownOnly(shown: number, total: unknown): ResultWarning {
  return {
    code: "INCOMPLETE",
    message: `GitHub shows only the first ${shown} of ${total}`,
    pointer: "/page_info",
    fix: "Narrow the query, for example by dates",
  }
}

/** The same for a list that is read to its end, and need not be the result. */
export function withoutRest(shown: number, total: number, list: string): ResultWarning {
  const { code, message } = shownOnly(shown, total)
  return { code, message: `${message} ${list}` }
}

/** GitHub says that a list goes on, but not where, or gives no list. */
export const noCursor: ResultWarning = {
  code: "INCOMPLETE",
  message: "Items may be missing: GitHub returns no new cursor",
  pointer: "/page_info",
}

/** A page begins after as many items, whichever they are, and some items before it are gone. */
export const shrunk: ResultWarning = {
  code: "INCOMPLETE",
  message: "Items may be missing, as the list became shorter: read all, then change",
}

/** GitHub stopped a search before it had found everything. */
export const timedOut: ResultWarning = {
  code: "INCOMPLETE",
  message: "GitHub timed out; results may be incomplete",
  fix: "Narrow the query, or repeat the call later",
}
