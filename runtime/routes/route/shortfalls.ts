/** Warnings about answers that are not everything. */
import type { ResultWarning } from "../../envelope/index.js"

/** GitHub counts more items of a list than it returns on any page. */
export function shownOnly(shown: number, total: unknown): ResultWarning {
  return {
    code: "INCOMPLETE",
    message: `GitHub shows only the first ${shown} of ${total}`,
    pointer: "/page_info",
    fix: "Narrow the query, for example by dates",
  }
}

/** GitHub stopped a search before it had found everything. */
export const timedOut: ResultWarning = {
  code: "INCOMPLETE",
  message: "GitHub timed out; results may be incomplete",
  fix: "Narrow the query, or repeat the call later",
}
