/** What notes calls in place of sending them, for the few clients that propose. */
export const loadPropose = () => import("./propose.js")

/** What contracts tell of references before anything is sent. */
export const loadReferenceProblems = () => import("./reference-problems.js")
