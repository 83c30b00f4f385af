/** What notes calls in place of sending them, for the few clients that propose. */
export const loadPropose = () => import("./propose.js")
