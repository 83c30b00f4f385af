/** What notes calls in place of sending them, for the few clients that record. */
export const loadRecord = () => import("./record.js")
