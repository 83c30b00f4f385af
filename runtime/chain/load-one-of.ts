/** Finds the one item that a reference means. */
export const loadOneOf = () => import("./one-of.js")
