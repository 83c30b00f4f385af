import type { RestPages } from "../route/index.js"
import { nextAddress } from "./link.js"

/** Pages of REST lists that use GitHub's own cursors. */
export const restCursors: RestPages = {
  // GitHub checks these cursors, since their format is its own.
  cursorProblem: () => undefined,
  request: () => ({ number: 1, size: 0 }),
  info(_page, headers) {
    const address = nextAddress(headers)
    if (address === undefined) return { has_next_page: false, end_cursor: null }
    // Only the cursor is taken from the address, so that no request goes to an address from an answer.
    const cursor = new URLSearchParams(address.split("?")[1]).get("after")
    if (cursor) return { has_next_page: true, end_cursor: cursor }
    // Stopping here would hide that items are missing.
    throw new Error("its Link header has no cursor for the next page")
  },
}
