/** Few clients record. */
export const loadRecord = () => import("./record.js")
