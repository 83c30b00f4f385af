/** What holds calls to the bounds of their client, which few clients have. */
export const loadBounds = () => import("./bounds.js")
