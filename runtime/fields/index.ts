export { showTextFor } from "./show-text.js"
export type { FieldOf, FieldsOption, GivenOptions, KeyOption, Only, Some } from "./types.js"
export { copyOf, loadNarrowing, loadUntrusted, withFields } from "./with-fields.js"
