export { showTextFor } from "./show-text.js"
export type { FieldOf, FieldsOption, GivenOptions, KeyOption, Only, Some } from "./types.js"
export { copyOf, loadRewriting, withFields } from "./with-fields.js"
