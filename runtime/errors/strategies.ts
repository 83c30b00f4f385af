/** What failures of auth strategies mean, which few clients have. */
export const loadStrategyFailures = () => import("./app-auth.js")
