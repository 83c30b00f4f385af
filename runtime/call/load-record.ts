/** Few clients record. A file of its own, so that bundles without recordings leave the module out. */
export const loadRecord = () => import("./record.js")
