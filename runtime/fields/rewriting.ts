/** Loaded by the first call with `fields`, or of a client with `untrusted`. */
export { narrowed } from "./narrowed.js"
export { unmarked, withoutTags } from "./show.js"
export { showing } from "./untrusted.js"
