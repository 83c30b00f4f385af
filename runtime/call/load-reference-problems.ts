/** Checks references against contracts before anything is sent. */
export const loadReferenceProblems = () => import("./reference-problems.js")
