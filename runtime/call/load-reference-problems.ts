/** What contracts tell of references before anything is sent. */
export const loadReferenceProblems = () => import("./reference-problems.js")
