/** Finds the one list item that a reference selects. */
export const loadOneOf = () => import("./one-of.js")
