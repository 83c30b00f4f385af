/** Classifies failures of auth strategies, which few clients have. */
export const loadStrategyFailures = () => import("./app-auth.js")
