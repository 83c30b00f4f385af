/** What the first call loads that wants some fields, or whose client shows texts of strangers otherwise. */
export { narrowed } from "./narrowed.js"
export { unmarked, withoutTags } from "./show.js"
export { showing } from "./untrusted.js"
