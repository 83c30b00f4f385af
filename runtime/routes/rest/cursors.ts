import type { RestPages } from "../route/index.js"
import { nextAddress } from "./link.js"

/** Lists over REST whose pages follow one another by GitHub's own cursors. */
export const restCursors: RestPages = {
  // The format of cursors is GitHub's, which refuses invalid ones.
  cursorProblem: () => undefined,
  request: () => ({ number: 1, size: 0 }),
  info(_page, headers) {
    const address = nextAddress(headers)
    if (address === undefined) return { has_next_page: false, end_cursor: null }
    // Only the cursor is taken from the address: no request is ever sent where an answer points to.
    const cursor = new URLSearchParams(address.split("?")[1]).get("after")
    if (cursor) return { has_next_page: true, end_cursor: cursor }
    // To stop there would hide that items are missing.
    throw new Error("its Link header has no cursor of the next page")
  },
}
