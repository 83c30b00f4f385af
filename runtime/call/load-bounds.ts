/** Few clients have bounds. */
export const loadBounds = () => import("./bounds.js")
